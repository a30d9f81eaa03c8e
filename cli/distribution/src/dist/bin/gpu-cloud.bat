@echo off
rem Starts gpu-cloud. JAVA_HOME and JAVA_OPTS are respected.
set JAVA=java
if defined JAVA_HOME set JAVA=%JAVA_HOME%\bin\java
"%JAVA%" %JAVA_OPTS% -jar "%~dp0..\gpu-cloud.jar" %*
