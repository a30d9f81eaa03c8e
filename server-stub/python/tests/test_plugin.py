"""The fixtures, in projects of their own."""

import os

import pytest

USES = "gpu_account.call('GET', '/gpu/list')"


def test_forty_tests_on_four_workers_share_one_stub(pytester):
    pytester.makepyfile(
        f"""
        import os, pytest
        @pytest.mark.parametrize("number", range(40))
        def test_uses(gpu_stub, gpu_account, number):
            {USES}
            with open(f"run-{{number}}", "w") as file:
                file.write(gpu_stub.url + " " + os.environ["PYTEST_XDIST_WORKER"] + " " + gpu_account.api_key)
        """
    )
    pytester.runpytest_subprocess("-n", "4").assert_outcomes(passed=40)
    urls, workers, keys = (set(column) for column in zip(*(run.read_text().split() for run in pytester.path.glob("run-*"))))
    assert (len(urls), len(workers), len(keys)) == (1, 4, 40)


def test_survives_a_worker_that_crashes(pytester):
    pytester.makepyfile(
        f"""
        import os, pytest
        @pytest.mark.parametrize("number", range(8))
        def test_uses(gpu_account, number):
            {USES}
            if number == 3:
                os._exit(1)
        """
    )
    pytester.runpytest_subprocess("-n", "2").assert_outcomes(passed=7, failed=1)


def test_starts_a_stub_only_for_tests_that_need_it(pytester, monkeypatch):
    monkeypatch.setenv("GPU_CLOUD_STUB_JAVA", "/nowhere")
    pytester.makepyfile("def test_other(): pass\ndef test_stub(gpu_stub): pass")
    for arguments in ["-n", "1"], []:
        result = pytester.runpytest_subprocess(*arguments)
        result.assert_outcomes(passed=1, errors=1)
        result.stdout.fnmatch_lines(["*The stub needs Java 17 or later. Found only /nowhere (cannot be run)*"])


def test_reads_settings(pytester):
    pytester.makeini("[pytest]\ngpu_stub_settings =\n    stub.lifecycle.boot=7s\n    stub.clock.frozen=true")
    pytester.makepyfile("def test_boot(gpu_account): assert gpu_account.details()['lifecycle']['boot'] == 7")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_shows_requests_of_failed_tests_and_keeps_their_accounts_until_the_end(pytester, gpu_stub, monkeypatch):
    monkeypatch.setenv("GPU_CLOUD_STUB_URL", gpu_stub.url)
    monkeypatch.setenv("GPU_CLOUD_STUB_ADMIN_TOKEN", gpu_stub.admin_token)
    pytester.makepyfile(
        f"""
        def test_good(gpu_account):
            {USES}
        def test_bad(gpu_account):
            {USES}
            assert False
        def test_sees(gpu_stub):
            accounts = " ".join(gpu_stub.admin("GET", "/accounts")["accounts"])
            assert "tenant-test-bad-" in accounts and "tenant-test-good-" not in accounts
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*GPU stub, account tenant-test-bad-*", "GET /api/open/v2/gpu/list*", "*-> 200 *"])
    assert "tenant-test-bad-" not in str(gpu_stub.admin("GET", "/accounts"))


def test_shows_equal_requests_once_and_long_bodies_in_part(pytester):
    pytester.makepyfile(
        f"""
        def test_bad(gpu_account):
            for _ in range(200):
                {USES}
            gpu_account.call("POST", "/instance/create_by_pod", {{"title": "x" * 500}})
            assert False
        """
    )
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["200 times: GET /api/open/v2/gpu/list", "  -> 200 *...*characters)", "POST *xxx...*"])
    section = result.stdout.str().partition("GPU stub, account")[2].partition("short test summary")[0]
    assert len(section) < 1000


def test_names_the_argument_of_a_marker_that_is_wrong(pytester):
    pytester.makepyfile(
        """
        import pytest
        @pytest.mark.gpu_account(sed="poor.json")
        def test_seed(gpu_account): pass
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*gpu_account(sed=...): the marker has one argument, seed=...*"])
    result.stdout.no_fnmatch_line("*KeyError*")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups with signals")
def test_cleans_up_after_ctrl_c_and_after_the_end_of_a_ci_job(pytester):
    pytester.makepyfile(
        f"""
        import os, pathlib, signal, time, pytest
        os.setpgrp()  # as a job of a terminal, apart from the test that runs this one
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for jobs in the background

        @pytest.fixture
        def instance(gpu_account):
            yield
            time.sleep(1)
            pathlib.Path("cleaned").write_text(str({USES}["code"]))

        def test_is_interrupted(instance):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.killpg(0, signal.SIGTERM)
            os.killpg(0, signal.SIGINT)
            time.sleep(60)
        """
    )
    result = pytester.runpytest_subprocess(timeout=1200)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert (pytester.path / "cleaned").read_text() == "0"
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
