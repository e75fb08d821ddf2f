package dev.varve.proofs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** Applications get the versions of the AWS SDK and of DynamoDB Local that Varve is tested with. */
@Tag("fast")
class BomTest {

    private final XPath paths = XPathFactory.newInstance().newXPath();

    @ParameterizedTest
    @CsvSource({
        "software.amazon.awssdk, bom, awssdk.version",
        "software.amazon.dynamodb, DynamoDBLocal, dynamodb-local.version",
        "com.fasterxml.jackson.core, jackson-annotations, jackson-annotations.version"
    })
    void bomHasTheVersionsOfTheBuild(String group, String artifact, String property) throws Exception {
        String inBom = paths.evaluate(
                "//dependency[groupId='%s' and artifactId='%s']/version".formatted(group, artifact),
                read(Path.of("..", "bom", "pom.xml")));
        assertThat(inBom).isNotEmpty().isEqualTo(property(property));
    }

    private String property(String name) throws Exception {
        return paths.evaluate("/project/properties/*[name()='%s']".formatted(name), read(Path.of("..", "pom.xml")));
    }

    private static Document read(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }
}
