"""Writes the packages of the stub and of the command line as wheels and source distributions: ``python3 build.py VERSION HOME``."""

import os
import shutil
import sys
from pathlib import Path

import backend

ROOT = Path(__file__).resolve().parents[2]


def build(name, module, jar, version, home):
    release = version.replace("-SNAPSHOT", ".dev0")
    project = Path("target", f"{name}-{release}").absolute()
    info = project / "wheel" / f"{name}-{release}.dist-info"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(module / "python/src", project / "wheel", ignore=shutil.ignore_patterns("__pycache__"))
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
