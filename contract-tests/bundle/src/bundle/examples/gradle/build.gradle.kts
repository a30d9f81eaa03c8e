// Not run by our build, which has no Gradle. The build runs the Maven example.
plugins {
    java
}

java {
    toolchain {
        languageVersion = JavaLanguageVersion.of(17)
    }
}

repositories {
    // The folder of the bundle. Everything else comes from Maven Central.
    exclusiveContent {
        forRepository { maven { url = uri("../../repository") } }
        filter { includeGroup("io.gpucloud") }
    }
    mavenCentral()
}

dependencies {
    implementation(platform("io.gpucloud:gpu-cloud-bom:${project.version}"))
    implementation("io.gpucloud:gpu-cloud-client")
    testImplementation("io.gpucloud:gpu-cloud-testing")
    testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

sourceSets {
    test {
        java.srcDir("../maven/src/test/java")
    }
}

tasks.test {
    useJUnitPlatform()
}
