/* The library of compiled kernels as an extension of Python: objects that call them.

   Each kernel has an entry that takes its arguments as a flat list of 64-bit slots: a number is one slot, a kernel is
   its address, an array its data and its shape, a tuple the slots of its members. The code of a kernel's signature
   (src/veier/kernels/types.py) says how to read the slots from Python's arguments. */

#include "python_abi.h"

#include <stdlib.h>

enum { SLOT_LIMIT = 256 };

typedef int32_t (*EntryFunction)(const int64_t *slots, int64_t *result);

typedef struct {
    const char *name, *code;
    EntryFunction entry;
    void *address;
} Entry;

typedef struct {
    const char *name;
    int level;
    const Entry *const *groups;
} Variant;

/* Made by the build: `VARIANTS`, best first, each with the tables of its groups. The last one has no name. */
#include "tables.h"

typedef struct {
    Object head;
    const char *name, *code;
    EntryFunction entry;
    int64_t address;
    Object *source;
} Kernel;

/* Set once, when the module is loaded: the type of kernels; NumPy's type of arrays and its numbers of dtypes. */
static Object *kernel_type, *array_type;
static int int64_number, int32_number, int8_number, float64_number;

/* --- What Numba's code calls: memory of the arrays that kernels make, and their reshaping. --- */

typedef struct {
    int64_t references;
    void *destructor, *destructor_info, *data;
    int64_t size;
    void *allocator;
} ArrayMemory;

void *NRT_MemInfo_alloc_aligned(size_t size, uint32_t alignment) {
    ArrayMemory *memory = malloc(sizeof(ArrayMemory) + size + alignment);
    if (!memory) return NULL;
    uintptr_t first = (uintptr_t)(memory + 1) + alignment - 1;
    *memory = (ArrayMemory){.references = 1, .data = (void *)(first - first % alignment), .size = (int64_t)size};
    return memory;
}

void NRT_MemInfo_call_dtor(void *memory) { free(memory); }

/* Write the strides of a reshaped array and return 1: no copy is needed, because all arrays are contiguous. */
int numba_attempt_nocopy_reshape(intptr_t dimensions, const intptr_t *shape, const intptr_t *strides,
                                 intptr_t new_dimensions, const intptr_t *new_shape, intptr_t *new_strides,
                                 intptr_t item_size, int fortran_order) {
    (void)dimensions, (void)shape, (void)strides, (void)fortran_order;
    for (intptr_t k = new_dimensions - 1; k >= 0; k--) {
        new_strides[k] = item_size;
        item_size *= new_shape[k];
    }
    return 1;
}

/* --- From Python's arguments to slots. --- */

static int put_array(const char *code, Object *value, int64_t **slot) {
    if (value->type != array_type) {
        PyErr_Format(PyExc_TypeError, "expected an array");
        return -1;
    }
    const Array *array = (const Array *)value;
    const int number = code[1] == 'q'   ? int64_number
                       : code[1] == 'd' ? float64_number
                       : code[1] == 'i' ? int32_number
                                        : int8_number;
    const int wanted = ARRAY_CONTIGUOUS | ARRAY_ALIGNED;
    if (array->dimensions != code[0] - '0' || array->type->number != number || (array->flags & wanted) != wanted) {
        PyErr_Format(PyExc_TypeError, "expected a contiguous array of type %c with %c dimensions", code[1], code[0]);
        return -1;
    }
    *(*slot)++ = (int64_t)(intptr_t)array->data;
    for (int k = 0; k < array->dimensions; k++) *(*slot)++ = array->shape[k];
    return 0;
}

static int put_kernel(Object *value, int64_t **slot) {
    if (value->type == kernel_type) {
        *(*slot)++ = ((Kernel *)value)->address;
        return 0;
    }
    /* One that Numba has compiled. */
    Object *address = PyObject_GetAttrString(value, "address");
    if (!address) return -1;
    *(*slot)++ = (int64_t)(intptr_t)PyLong_AsVoidPtr(address);
    Py_DecRef(address);
    return PyErr_Occurred() ? -1 : 0;
}

static int put_items(const char **code, Object *tuple, int64_t **slot);

/* Write the slots of one value; move on in the code and the slots. */
static int put(const char **code, Object *value, int64_t **slot) {
    switch (*(*code)++) {
    case 'q':
        **slot = PyLong_AsLongLong(value);
        return *(*slot)++ == -1 && PyErr_Occurred() ? -1 : 0;
    case 'd': {
        union {
            double number;
            int64_t word;
        } bits = {.number = PyFloat_AsDouble(value)};
        *(*slot)++ = bits.word;
        return bits.number == -1.0 && PyErr_Occurred() ? -1 : 0;
    }
    case 'k':
        return put_kernel(value, slot);
    case '(':
        return put_items(code, value, slot);
    default:
        *code += 1;
        return put_array(*code - 2, value, slot);
    }
}

/* Write the slots of a tuple's items, up to the end of the code or its closing parenthesis. */
static int put_items(const char **code, Object *tuple, int64_t **slot) {
    const Py_ssize_t given = PyTuple_Size(tuple);
    if (given < 0) {
        PyErr_Format(PyExc_TypeError, "expected a tuple");
        return -1;
    }
    Py_ssize_t k = 0;
    for (; **code && **code != ')'; k++) {
        Object *item = k < given ? PyTuple_GetItem(tuple, k) : NULL;
        if (!item) break;
        if (put(code, item, slot)) return -1;
    }
    if (k != given || (**code && **code != ')')) {
        PyErr_Format(PyExc_TypeError, "expected another number of arguments than %zd", given);
        return -1;
    }
    if (**code) *code += 1;
    return 0;
}

/* --- Objects that call kernels. --- */

static Object *call_kernel(Kernel *self, Object *arguments, Object *named) {
    int64_t slots[SLOT_LIMIT], *slot = slots, result = 0;
    const char *code = self->code;
    if (named) return PyErr_Format(PyExc_TypeError, "%s takes no keyword arguments", self->name);
    if (put_items(&code, arguments, &slot)) return NULL;
    ThreadState *state = PyEval_SaveThread();
    const int32_t status = self->entry(slots, &result);
    PyEval_RestoreThread(state);
    if (status) return PyErr_Format(PyExc_MemoryError, "%s failed", self->name);
    return PyLong_FromLongLong(result);
}

static void free_kernel(Kernel *self) {
    Object *type = self->head.type;
    void (*release)(void *) = (void (*)(void *))PyType_GetSlot(type, SLOT_FREE);
    if (self->source) Py_DecRef(self->source);
    release(self);
    Py_DecRef(type);
}

static MemberDef kernel_members[] = {
    {"name", MEMBER_STRING, offsetof(Kernel, name), MEMBER_READ_ONLY, "Module and name."},
    {"code", MEMBER_STRING, offsetof(Kernel, code), MEMBER_READ_ONLY, "The signature's code."},
    {"address", MEMBER_INT64, offsetof(Kernel, address), MEMBER_READ_ONLY, "Where other kernels call it."},
    {"source", MEMBER_OBJECT, offsetof(Kernel, source), 0, "The kernel as declared in Python."},
    {0},
};

static TypeSlot kernel_slots[] = {
    {SLOT_CALL, call_kernel},
    {SLOT_DEALLOC, free_kernel},
    {SLOT_MEMBERS, kernel_members},
    {SLOT_DOC, "A kernel of the library."},
    {0},
};

static TypeSpec kernel_spec = {"veier.kernels._library.Kernel", sizeof(Kernel), 0, 0, kernel_slots};

/* --- The processor. --- */

#if defined(__x86_64__)
#include <cpuid.h>

/* Return 2, 3 or 4 for the level of x86-64 that the processor and the system support, else 1. */
static int processor_level(void) {
    unsigned a, b, c, d;
    const unsigned level_2 = bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & level_2) != level_2) return 1;
    const unsigned level_3 = bit_AVX | bit_FMA | bit_MOVBE | bit_F16C | bit_OSXSAVE;
    if ((c & level_3) != level_3) return 2;
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    /* The system saves the registers of SSE and AVX. */
    if ((low & 6) != 6) return 2;
    const unsigned more = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned level_4 = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & more) != more) return 2;
    const unsigned features = b;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_LZCNT)) return 2;
    /* The system saves the registers of AVX-512, too. */
    return (features & level_4) == level_4 && (low & 0xe6) == 0xe6 ? 4 : 3;
}
#else
static int processor_level(void) { return 0; }
#endif

/* --- The module. --- */

static Object *list_variants(Object *module, Object *unused) {
    (void)module, (void)unused;
    const int level = processor_level();
    int count = 0, k = 0;
    for (const Variant *variant = VARIANTS; variant->name; variant++) count += variant->level <= level;
    Object *found = PyTuple_New(count);
    if (!found) return NULL;
    for (const Variant *variant = VARIANTS; variant->name; variant++) {
        if (variant->level > level) continue;
        Object *name = PyUnicode_FromString(variant->name);
        if (!name || PyTuple_SetItem(found, k++, name)) {
            Py_DecRef(found);
            return NULL;
        }
    }
    return found;
}

static int is_same(const char *one, const char *two) {
    while (*one && *one == *two) one++, two++;
    return *one == *two;
}

static const Entry *find_entry(const char *variant_name, const char *name) {
    for (const Variant *variant = VARIANTS; variant->name; variant++) {
        if (!is_same(variant->name, variant_name)) continue;
        for (const Entry *const *group = variant->groups; *group; group++)
            for (const Entry *entry = *group; entry->name; entry++)
                if (is_same(entry->name, name)) return entry;
    }
    return NULL;
}

static Object *make_kernel(Object *module, Object *arguments) {
    (void)module;
    const char *variant, *name;
    if (!PyArg_ParseTuple(arguments, "ss", &variant, &name)) return NULL;
    const Entry *entry = find_entry(variant, name);
    if (!entry) return PyErr_Format(PyExc_LookupError, "no kernel %s", name);
    Kernel *kernel = (Kernel *)PyType_GenericAlloc(kernel_type, 0);
    if (!kernel) return NULL;
    kernel->name = entry->name;
    kernel->code = entry->code;
    kernel->entry = entry->entry;
    kernel->address = (int64_t)(intptr_t)entry->address;
    return &kernel->head;
}

static Object *describe(Object *module, Object *value) {
    (void)module;
    if (value->type != array_type) return PyErr_Format(PyExc_TypeError, "expected an array");
    const Array *array = (const Array *)value;
    const int64_t facts[] = {(int64_t)(intptr_t)array->data, array->dimensions, array->shape[0], array->type->number,
                             (array->flags & ARRAY_CONTIGUOUS) != 0};
    Object *found = PyTuple_New(5);
    for (int k = 0; found && k < 5; k++) {
        Object *fact = PyLong_FromLongLong(facts[k]);
        if (!fact || PyTuple_SetItem(found, k, fact)) {
            Py_DecRef(found);
            return NULL;
        }
    }
    return found;
}

static Object *configure(Object *module, Object *arguments) {
    (void)module;
    Object *type;
    if (!PyArg_ParseTuple(arguments, "Oiiii", &type, &int64_number, &int32_number, &int8_number, &float64_number))
        return NULL;
    Py_IncRef(type);
    array_type = type;
    return PyTuple_New(0);
}

static MethodDef methods[] = {
    {"configure", configure, METHOD_ARGUMENTS, 
     "Set NumPy's type of arrays, and its numbers of int64, int32, int8, float64."},
    {"variants", list_variants, METHOD_NO_ARGUMENTS, "List the variants that this processor can run, best first."},
    {"kernel", make_kernel, METHOD_ARGUMENTS, "Return a kernel by variant and name."},
    {"describe", describe, METHOD_ONE_ARGUMENT,
     "Return an array's address, dimensions, first length, number of dtype, and whether it is contiguous."},
    {0},
};

static ModuleDef definition = {
    .head = {1, NULL}, .name = "_library", .doc = "Compiled kernels.", .size = -1, .methods = methods};


EXPORTED Object *PyInit__library(void) {
    kernel_type = PyType_FromSpec(&kernel_spec);
    Object *module = kernel_type ? PyModule_Create2(&definition, ABI_VERSION) : NULL;
    if (module && PyModule_AddObjectRef(module, "Kernel", kernel_type)) {
        Py_DecRef(module);
        return NULL;
    }
    return module;
}
