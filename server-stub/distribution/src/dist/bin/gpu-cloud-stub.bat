@echo off
rem Starts the stub. JAVA_HOME and JAVA_OPTS are respected. Unlike the POSIX script, it creates no class cache.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" --version >nul 2>&1
if errorlevel 1 (
    echo gpu-cloud-stub needs Java 17 or later, and cannot start "%JAVA%". Set JAVA_HOME. 1>&2
    exit /b 1
)
"%JAVA%" -Xms32m -Xmx256m %JAVA_OPTS% -Dgpu-cloud.stub.program=gpu-cloud-stub -jar "%~dp0..\gpu-cloud-stub.jar" %*
exit /b %errorlevel%
