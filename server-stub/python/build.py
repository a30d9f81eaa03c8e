"""Writes the packages of the stub and of the command line as wheels and source distributions: ``python3 build.py VERSION HOME``."""

import json
import os
import shutil
import sys
from pathlib import Path

import backend

ROOT = Path(__file__).resolve().parents[2]


def write_types(target):
    """Writes the names of operations, and the members of a fault, as the documents have them."""
    documents = ROOT / "openapi/target/classes/META-INF/openapi"
    contract = json.loads((documents / "gpu-cloud-v2-observed.json").read_text(encoding="utf-8"))
    admin = json.loads((documents / "stub-admin-v1.json").read_text(encoding="utf-8"))["components"]["schemas"]
    operations = sorted(operation["operationId"] for path in contract["paths"].values() for operation in path.values())
    names = {"operation": "Operation", "effect": "FaultEffect"}
    types = {"integer": "int", "number": "float", "string": "str"}

    def type_of(schema):
        return types[admin[schema["$ref"].split("/")[-1]]["type"] if "$ref" in schema else schema["type"]]

    members = {**admin["FaultMembers"]["properties"], **admin["FaultCreation"]["allOf"][1]["properties"]}
    del members["api_key"]
    lines = [
        '"""Names of the documents."""\n',
        "from typing import Literal, TypedDict\n",
        f"Operation = Literal{json.dumps(operations)}",
        f"FaultEffect = Literal{json.dumps(admin['FaultEffect']['enum'])}\n\n",
        "class FaultSettings(TypedDict, total=False):",
        '    """The members of a fault without the key of its account."""\n',
        *(f"    {name}: {names.get(name) or type_of(schema)}" for name, schema in members.items()),
    ]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def build(name, module, jar, version, home):
    release = version.replace("-SNAPSHOT", ".dev0")
    project = Path("target", f"{name}-{release}").absolute()
    info = project / "wheel" / f"{name}-{release}.dist-info"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(module / "python/src", project / "wheel", ignore=shutil.ignore_patterns("__pycache__"))
    if name == "gpu_cloud_stub":
        write_types(project / "wheel" / name / "_contract.py")
    shutil.copy("src/gpu_cloud_stub/_java.py", project / "wheel" / name)
    shutil.copytree(module / "python/dist-info", info)
    for folder in ("licenses", "sboms"):
        (info / folder).mkdir()
    shutil.copy(module / "target" / jar, project / "wheel" / name)
    shutil.copy(ROOT / "LICENSE", info / "licenses")
    # Only the profile release writes these lists.
    for file, folder in {"generated-sources/license/THIRD-PARTY.txt": "licenses", "bom.json": "sboms"}.items():
        if (module / "target" / file).exists():
            shutil.copy(module / "target" / file, info / folder)

    metadata = (info / "METADATA").read_text(encoding="utf-8") + (module / "python/README.md").read_text(encoding="utf-8")
    for file in (info / "METADATA", project / "PKG-INFO"):
        file.write_text(metadata.replace("${version}", release).replace("${home}", home), encoding="utf-8")
    for file in ("backend.py", "pyproject.toml"):
        shutil.copy(file, project)

    target = ROOT / "target/staging/python"
    target.mkdir(parents=True, exist_ok=True)
    working_folder = Path.cwd()
    os.chdir(project)
    backend.build_wheel(target)
    backend.build_sdist(target)
    os.chdir(working_folder)


if __name__ == "__main__":
    version, home = sys.argv[1:]
    build("gpu_cloud_stub", ROOT / "server-stub", f"gpu-cloud-server-stub-{version}-exec.jar", version, home)
    build("gpu_cloud_cli", ROOT / "cli", "gpu-cloud.jar", version, home)
