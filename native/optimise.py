"""From LLVM modules to object files for a processor."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm

from native.targets import Target, Variant, table_name

# LLVM's names of what the levels of x86-64 have beyond the level below, as far as processors differ in it.
_LEVEL_3 = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_LEVEL_4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")


def compile_object(bitcode: bytes, group: str, target: Target, variant: Variant) -> bytes:
    """Optimise a group's module as a whole for a processor, and return it as an object file."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=variant.cpu, opt=3, reloc="pic", codemodel="default"
    )
    module = llvm.parse_bitcode(bitcode)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    table = module.get_global_variable(f"veier_{group}")
    # For library.c only: the library exports nothing but what Python asks for.
    table.name, table.visibility = table_name(group, variant), "hidden"
    tuning: Any = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    builder: Any = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def runnable_variants(target: Target) -> list[Variant]:
    """Return the variants of this machine's target that its processor runs, best first; the last one always is."""
    features: Any = llvm.get_host_cpu_features()
    level = 2 + all(map(features.get, _LEVEL_3))
    level += level == 3 and all(map(features.get, _LEVEL_4))
    return [variant for variant in target.variants if variant.level <= level or variant is target.variants[-1]]
