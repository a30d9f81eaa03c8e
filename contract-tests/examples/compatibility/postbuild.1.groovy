// The first build uses a version of JUnit that is too old. Surefire counts the class as one error, because none of its tests starts.
String log = new File(basedir, 'build.log').text
assert log.contains('java.lang.IllegalStateException: gpu-cloud-testing needs JUnit 5.12 or later')
assert log.contains('Tests run: 1, Failures: 0, Errors: 1,')
