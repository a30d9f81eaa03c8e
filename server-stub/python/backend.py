"""Packs the folder ``wheel``, which has the files of a wheel. A source distribution contains this file, so that pip needs no other."""

import base64
import gzip
import hashlib
import re
import stat
import tarfile
import zipfile
from pathlib import Path

_TIME = (2026, 1, 1, 0, 0, 0)  # the same in every build


def _info():
    return next(Path("wheel").glob("*.dist-info"))


def _record(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def build_wheel(directory, config_settings=None, metadata_directory=None):
    found = {file.relative_to("wheel").as_posix(): file for file in sorted(Path("wheel").rglob("*")) if file.is_file()}
    files = {name: file.read_bytes() for name, file in found.items()}
    programs = {name for name, file in found.items() if file.stat().st_mode & stat.S_IXUSR}
    record = f"{_info().name}/RECORD"
    lines = [_record(name, content) for name, content in files.items()]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    (tag,) = re.findall("^Tag: (.+)$", (_info() / "WHEEL").read_text(encoding="utf-8"), re.M)
    target = f"{_info().stem}-{tag}.whl"
    with zipfile.ZipFile(Path(directory, target), "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _TIME)
            # pip makes only a regular file executable.
            entry.external_attr = (stat.S_IFREG | (0o755 if name in programs else 0o644)) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return target


def _normalized(member):
    member.mtime, member.mode = 0, 0o755 if member.isdir() else 0o644
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def build_sdist(directory, config_settings=None):
    target = f"{_info().stem}.tar.gz"
    with Path(directory, target).open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name in ("PKG-INFO", "backend.py", "pyproject.toml", "wheel"):
                archive.add(name, f"{_info().stem}/{name}", filter=_normalized)
    return target
