/* What library.c needs of Python's stable ABI (3.11 and later) and of NumPy's arrays.

   Declared here instead of by Python.h: many machines have Python without its headers, and a library for another
   system is built without that system's. The stable ABI fixes these names, numbers and layouts. */

#ifndef VEIER_PYTHON_ABI_H
#define VEIER_PYTHON_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define IMPORTED extern __declspec(dllimport)
#define EXPORTED __declspec(dllexport)
#else
#define IMPORTED extern
#define EXPORTED __attribute__((visibility("default")))
#endif

typedef intptr_t Py_ssize_t;
typedef struct Object Object;
typedef struct ThreadState ThreadState;

/* The head of every object. */
struct Object {
    Py_ssize_t references;
    Object *type;
};

typedef Object *(*Function)(Object *self, Object *argument);

typedef struct {
    const char *name;
    Function function;
    int flags;
    const char *doc;
} MethodDef;

enum { METHOD_NO_ARGUMENTS = 4, METHOD_ONE_ARGUMENT = 8, METHOD_ARGUMENTS = 1 };

typedef struct {
    const char *name;
    int type;
    Py_ssize_t offset;
    int flags;
    const char *doc;
} MemberDef;

enum { MEMBER_STRING = 5, MEMBER_OBJECT = 16, MEMBER_INT64 = 17, MEMBER_READ_ONLY = 1 };

typedef struct {
    int slot;
    void *value;
} TypeSlot;

enum { SLOT_CALL = 50, SLOT_DEALLOC = 52, SLOT_DOC = 56, SLOT_MEMBERS = 72, SLOT_FREE = 74 };

typedef struct {
    const char *name;
    int size;
    int item_size;
    unsigned int flags;
    TypeSlot *slots;
} TypeSpec;

typedef struct {
    Object head;
    void *reserved[3];
    const char *name;
    const char *doc;
    Py_ssize_t size;
    MethodDef *methods;
    void *slots, *traverse, *clear, *free;
} ModuleDef;

IMPORTED Object *PyExc_TypeError, *PyExc_LookupError, *PyExc_MemoryError;
IMPORTED Object *PyErr_Format(Object *exception, const char *format, ...);
IMPORTED Object *PyErr_Occurred(void);
IMPORTED void Py_DecRef(Object *), Py_IncRef(Object *);
IMPORTED long long PyLong_AsLongLong(Object *);
IMPORTED Object *PyLong_FromLongLong(long long);
IMPORTED void *PyLong_AsVoidPtr(Object *);
IMPORTED double PyFloat_AsDouble(Object *);
IMPORTED Py_ssize_t PyTuple_Size(Object *);
IMPORTED Object *PyTuple_GetItem(Object *, Py_ssize_t), *PyTuple_New(Py_ssize_t);
IMPORTED int PyTuple_SetItem(Object *, Py_ssize_t, Object *);
IMPORTED int PyArg_ParseTuple(Object *arguments, const char *format, ...);
IMPORTED Object *PyUnicode_FromString(const char *);
IMPORTED Object *PyObject_GetAttrString(Object *, const char *);
IMPORTED Object *PyModule_Create2(ModuleDef *, int version);
IMPORTED int PyModule_AddObjectRef(Object *module, const char *name, Object *value);
IMPORTED Object *PyType_FromSpec(TypeSpec *), *PyType_GenericAlloc(Object *type, Py_ssize_t items);
IMPORTED void *PyType_GetSlot(Object *type, int slot);
IMPORTED ThreadState *PyEval_SaveThread(void);
IMPORTED void PyEval_RestoreThread(ThreadState *);

/* The version that PyModule_Create2 expects of modules that keep to the stable ABI. */
enum { ABI_VERSION = 3 };

/* The beginning of NumPy's arrays and of their dtypes, the same since NumPy 1.7. The package compares what
   `describe` reads here with what NumPy says, and refuses the library if they differ. */
typedef struct {
    Object head;
    Object *scalar_type;
    char kind, letter, byte_order, flags;
    int number;
} ArrayType;

typedef struct {
    Object head;
    char *data;
    int dimensions;
    Py_ssize_t *shape, *strides;
    Object *base;
    ArrayType *type;
    int flags;
} Array;

enum { ARRAY_CONTIGUOUS = 1, ARRAY_ALIGNED = 0x100 };

#endif
