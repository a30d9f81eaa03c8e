// Writes a POM for each program: pom.xml with its libraries, as group:artifact:version:scope, and its plugin with goals.
def client = 'io.gpucloud:gpu-cloud-client:${gpu-cloud.version}'
def junit = { version -> "org.junit.jupiter:junit-jupiter:$version:test" }
def jackson = { version -> "tools.jackson:jackson-bom:$version" }

def programs = [
    // Client and extension with a version of JUnit, the first of which is too old. Also with a newer Jackson than that of the client.
    'junit-5.11': [libraries: [client, junit('5.11.4')]],
    'junit-5.12': [libraries: [client, junit('5.12.2')]],
    'junit-5.14': [libraries: [client, junit('5.14.4')], boms: [jackson('3.2.4')]],
    'junit-6.1': [libraries: [client, junit('6.1.3')], boms: [jackson('3.3.0')]],
    // Log4j2 and its bridge, which cannot be combined with the logging of Spring Boot.
    'log4j2': [
        libraries: [
            client,
            junit('5.13.4'),
            'org.apache.logging.log4j:log4j-core:2.25.3:test',
            'org.apache.logging.log4j:log4j-slf4j2-impl:2.25.3:test']],
    // Client and stub process without JUnit.
    'testng': [libraries: [client, 'org.testng:testng:7.11.0:test']],
    // A program without the client, with Jackson 2.
    'jackson-2': [libraries: [junit('6.1.3'), 'com.fasterxml.jackson.core:jackson-databind:2.20.1:test']],
    // Feign clients of Spring Cloud OpenFeign, with the metrics of Feign.
    'spring-cloud': [
        libraries: [
            client,
            'io.github.openfeign:feign-micrometer:13.6',
            'org.springframework.boot:spring-boot-starter-webmvc',
            'org.springframework.cloud:spring-cloud-starter-openfeign',
            'org.springframework.boot:spring-boot-starter-test::test'],
        boms: ['org.springframework.boot:spring-boot-dependencies:4.1.2', 'org.springframework.cloud:spring-cloud-dependencies:2025.1.4']],
    // An application of Quarkus, which manages the annotations of Jackson 3.1.
    'quarkus': [
        libraries: [client, 'io.quarkus:quarkus-arc', 'io.quarkus:quarkus-junit5::test'],
        boms: ['io.quarkus:quarkus-bom:3.33.2'],
        plugin: 'io.quarkus:quarkus-maven-plugin:3.33.2',
        goals: ['build', 'generate-code', 'generate-code-tests']],
    // A test before and after a move from WireMock.
    'wiremock': [libraries: [client, junit('6.1.3'), 'org.assertj:assertj-core:3.27.7:test', 'org.wiremock:wiremock-standalone:3.13.2:test']],
    // Compiled here. It runs where there is a container engine that has the image.
    'testcontainers': [libraries: [client, junit('6.1.3'), 'org.testcontainers:testcontainers:2.0.5:test']],
    'kotlin': [
        libraries: [client, junit('6.1.3'), 'org.jetbrains.kotlin:kotlin-stdlib:2.4.0'],
        plugin: 'org.jetbrains.kotlin:kotlin-maven-plugin:2.4.0',
        goals: ['test-compile']],
]

def elements(coordinates) {
    [['groupId', 'artifactId', 'version', 'scope'], coordinates.split(':')].transpose()
        .findAll { name, value -> value }
        .collect { name, value -> "<$name>$value</$name>" }
        .join()
}

def template = new File(basedir, 'pom.xml').text
programs.each { name, program ->
    def boms = program.boms.collect { "<dependency>${elements(it)}<type>pom</type><scope>import</scope></dependency>" }
    def libraries = program.libraries.collect { "<dependency>${elements(it)}</dependency>" }
    def goals = program.goals.collect { "<goal>$it</goal>" }
    def plugin = program.plugin ? """<plugin>${elements(program.plugin)}<extensions>true</extensions>
        <executions><execution><goals>${goals.join()}</goals></execution></executions></plugin>""" : ''
    def tests = new File(basedir, "src/$name").exists() ? name : 'junit'
    new File(basedir, "${name}.xml").text = template
        .replace('<!-- BOMS -->', boms.join())
        .replace('<!-- LIBRARIES -->', libraries.join())
        .replace('<!-- PLUGINS -->', plugin)
        .replace('<tests>junit<', "<tests>$tests<")
}
// The plugin would take any other result for a failure.
return true
