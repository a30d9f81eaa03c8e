"""Which files this user can trust."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def require_own(path: Path) -> None:
    """Raises a PermissionError if another user can change a file or folder, or exchange one on the way to it.

    The path must have no links. Nobody can then change it between this check and its use.
    """
    if not hasattr(os, "geteuid"):  # Windows, where the folder of a user is private
        return
    user = os.geteuid()
    # In a container the root folder may belong to a user that the container does not know.
    system = (0, os.stat(path.anchor).st_uid)
    for place in (path, *path.parents):
        status = os.lstat(place)
        own = status.st_uid == user or (place != path and status.st_uid in system)
        if not own or stat.S_ISLNK(status.st_mode):
            raise PermissionError(f"{place} belongs to another user, or is a link")
        # Many systems give each user a group of the same number. In a folder like /tmp only owners rename files.
        private_group = status.st_gid == status.st_uid
        writable = status.st_mode & (stat.S_IWOTH if private_group else stat.S_IWOTH | stat.S_IWGRP)
        if writable and not (place != path and status.st_mode & stat.S_ISVTX):
            raise PermissionError(f"other users can write {place}")
