"""Measures the CPU of one to three stubs over PostgreSQL behind HAProxy, balanced by account and in turn.

Each jar of a stub gets a database of its own. Prints a table in Markdown. A ratio compares the CPU of stubs and
database with that of the first row of the same request, and is the median of all rounds, because the load of a machine
changes. Prints to standard error where requests failed. Needs haproxy, postgresql and wrk.
"""
import argparse
import collections
import glob
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

PORT = 18000
# For each stub that gets requests, fewer than a stub has to the database.
CONNECTIONS = 8
TICKS = os.sysconf("SC_CLK_TCK")
# The first is the one of a single stub as well.
BALANCES = {"by account": "hdr(Authorization)", "in turn": "roundrobin"}
RENT = {"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1}
REQUESTS = {
    "list instances": """request = function()
  count = count + 1
  return wrk.format("GET", "/api/open/v2/instance/list", {Authorization = "Bearer tenant-" .. count % #instances})
end""",
    "change a title": """request = function()
  count = count + 1
  local account = count % #instances
  return wrk.format("POST", "/api/open/v2/instance/update_title",
    {Authorization = "Bearer tenant-" .. account, ["Content-Type"] = "application/json"},
    '{"instance_uuid": "' .. instances[account + 1] .. '", "title": "title ' .. count .. '"}')
end""",
}

Row = collections.namedtuple("Row", "request jar stubs balance front script stub_pids micros")


def database(program, *arguments):
    # The server refuses to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    path = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{program}"))[-1]
    subprocess.run([*user, path, *arguments], cwd="/", check=True, stdout=subprocess.DEVNULL)


def cpu(pids):
    """The seconds that processes and their children have taken, also those that have ended."""
    ticks = 0
    for pid in pids:
        stat = pathlib.Path(f"/proc/{pid}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += sum(int(field) for field in fields[11:15])
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            ticks += cpu(children) * TICKS
    return ticks / TICKS


def post(url, key, body):
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


def start_stubs(jar, number, count, folder):
    database("createdb", "-h", "127.0.0.1", "-p", str(PORT), "-U", "postgres", f"stub{number}")
    ports = [PORT + 10 * number + i for i in range(1, count + 1)]
    stubs = []
    for port in ports:
        command = ["java", "-Xmx512m", "-jar", jar, f"--port={port}",
                   f"--stub.store=jdbc:postgresql://127.0.0.1:{PORT}/stub{number}",
                   "--spring.datasource.username=postgres", "--stub.lifecycle.boot=0s"]
        with open(f"{folder}/stub-{port}.log", "w") as log:
            stubs.append(subprocess.Popen(command, stdout=log, stderr=log))
        until_it_responds(port)
    return ports, stubs


def until_it_responds(port):
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/open/v2/pod/list").close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"no stub at port {port}")


def write_script(request, instances, folder):
    names = ", ".join(f'"{uuid}"' for uuid in instances)
    file = f"{folder}/{request.split()[-1]}-{time.monotonic_ns()}.lua"
    pathlib.Path(file).write_text(f"local count = 0\nlocal instances = {{{names}}}\n{REQUESTS[request]}\n")
    return file


def load(port, script, seconds, connections=CONNECTIONS):
    """Returns the number of requests."""
    command = ["wrk", "-t1", f"-c{connections}", "--timeout", "30s", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{port}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        print(output, file=sys.stderr)
    return int(re.search(r"(\d+) requests in", output)[1])


def start_database(folder):
    """Returns the process of the server, whose children serve the connections."""
    if os.geteuid() == 0:
        subprocess.run(["chown", "postgres", folder], check=True)
    database("initdb", "-A", "trust", "-U", "postgres", "-D", f"{folder}/data")
    database("pg_ctl", "-w", "-D", f"{folder}/data", "-l", f"{folder}/database.log",
             "-o", f"-p {PORT} -k {folder} -c fsync=off", "start")
    return int(pathlib.Path(f"{folder}/data/postmaster.pid").read_text().split()[0])


def start_proxy(backends, folder):
    """Starts HAProxy with a port for each balance and its ports of stubs."""
    lines = ["defaults", "mode http", "timeout connect 2s", "timeout client 75s", "timeout server 75s", "retries 0"]
    for front, (balance, ports) in backends.items():
        lines += [f"listen proxy{front}", f"bind 127.0.0.1:{front}", f"balance {balance}"]
        lines += [f"server stub{port} 127.0.0.1:{port}" for port in ports]
    pathlib.Path(f"{folder}/haproxy.cfg").write_text("\n".join(lines) + "\n")
    return subprocess.Popen(["haproxy", "-f", f"{folder}/haproxy.cfg"])


def rent(port, arguments):
    """Returns the last instance of each account."""
    url = f"http://127.0.0.1:{port}/api/open/v2/instance/create_by_pod"
    return [[post(url, f"tenant-{account}", RENT)["instance_uuid"] for _ in range(arguments.instances)][-1]
            for account in range(arguments.accounts)]


def measure(arguments, folder, processes):
    postmaster = start_database(folder)
    backends = {}
    rows = []
    for number, jar in enumerate(arguments.jar):
        ports, stubs = start_stubs(jar, number, arguments.stubs, folder)
        processes += stubs
        instances = rent(ports[0], arguments)
        scripts = {request: write_script(request, instances, folder) for request in REQUESTS}
        for port, script in itertools.product(ports, scripts.values()):
            load(port, script, arguments.warm_up)
        for used in range(1, arguments.stubs + 1):
            for name, balance in list(BALANCES.items())[:used]:
                front = PORT + 500 + len(backends)
                backends[front] = balance, ports[:used]
                rows += [Row(request, jar, used, name, front, script, [stub.pid for stub in stubs], [])
                         for request, script in scripts.items()]
    haproxy = start_proxy(backends, folder)
    processes.append(haproxy)
    time.sleep(1)
    rows.sort(key=lambda row: row.request)
    for _ in range(arguments.rounds):
        for row in rows:
            groups = [row.stub_pids, [postmaster], [haproxy.pid]]
            before = [cpu(group) for group in groups]
            requests = load(row.front, row.script, arguments.seconds, CONNECTIONS * row.stubs)
            row.micros.append([(cpu(group) - earlier) * 1e6 / requests for group, earlier in zip(groups, before)])
    return rows


def show(rows):
    print("| request | jar | stubs | balanced | stubs, µs | database, µs | HAProxy, µs | ratio |")
    print("|---|---|---:|---|---:|---:|---:|---|")
    for row in rows:
        first = next(other for other in rows if other.request == row.request)
        ratios = [sum(own[:2]) / sum(base[:2]) for own, base in zip(row.micros, first.micros)]
        medians = " | ".join(f"{statistics.median(figures):.0f}" for figures in zip(*row.micros))
        print(f"| {row.request} | {row.jar} | {row.stubs} | {row.balance} | {medians} | "
              f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", nargs="+")
    parser.add_argument("--accounts", type=int, default=100)
    parser.add_argument("--instances", type=int, default=10, help="of each account")
    parser.add_argument("--stubs", type=int, default=3, help="the most stubs of a database")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=8, help="of each measurement")
    parser.add_argument("--warm-up", type=int, default=40, help="seconds for each stub and request")
    arguments = parser.parse_args()
    processes = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            show(measure(arguments, folder, processes))
        finally:
            for process in processes:
                process.kill()
            database("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")


if __name__ == "__main__":
    main()
