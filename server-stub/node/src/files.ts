import { lstatSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

const STICKY = 0o1000;

/**
 * Throws an error if another user can change a file or folder, or exchange one on the way to it. The path must have no links. No
 * other user can then change it between this check and its use.
 */
export function requireOwn(path: string): void {
  const user = process.geteuid?.();
  if (user === undefined) return; // Windows, where the folder of a user is private
  // In a container the root folder may belong to a user that the container does not know.
  const system = [0, statSync(parse(path).root).uid];
  for (let place = path; ; place = dirname(place)) {
    const { uid, gid, mode } = lstatSync(place);
    const above = place !== path;
    if (uid !== user && !(above && system.includes(uid))) throw new Error(`${place} belongs to another user`);
    // Many systems give each user a group of the same number. In a folder like /tmp only owners rename files.
    const writable = mode & (uid === gid ? 0o002 : 0o022);
    if (writable && !(above && mode & STICKY)) throw new Error(`other users can write ${place}`);
    if (place === dirname(place)) return;
  }
}

/** Throws an error if a process has ended, or is another user's. The port of a stub that was killed may be another user's by now. */
export function requireOwnProcess(pid: number): void {
  process.kill(pid, 0);
  const status = statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  if (status && status.uid !== process.geteuid?.()) throw new Error(`process ${pid} belongs to another user`);
}
