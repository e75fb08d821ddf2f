package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.doctor.Doctor;
import dev.varve.cli.doctor.Finding;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Tone;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Checks this machine and a database: a folder, a table or a server.",
            "Prints what is wrong and how to fix it. Exits with 1 if something is wrong.",
            ""
        })
final class DoctorCommand extends Placed {

    private static final int NAMES = 22;

    @Option(names = "--quick", description = "skip the audit, which reads the whole folder")
    private boolean quick;

    @Override
    public Integer call() {
        Doctor doctor = new Doctor(where().place(System.getenv()), quick ? Doctor.Care.QUICK : Doctor.Care.FULL);
        List<Finding> findings = doctor.look();
        if (isJson()) {
            out().println(json(findings).toPrettyString());
        } else {
            findings.forEach(this::print);
        }
        return findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.WRONG) ? 1 : 0;
    }

    private void print(Finding finding) {
        String mark = switch (finding.verdict()) {
            case GOOD -> paint().paint(Tone.GOOD, "✓");
            case DOUBTFUL -> paint().paint(Tone.WARNING, "!");
            case WRONG -> paint().paint(Tone.WORST, "✗");
        };
        String name = finding.area() + " " + finding.name();
        out().println(mark + " " + paint().paint(Tone.FAINT, name) + " ".repeat(Math.max(1, NAMES - name.length()))
                + HumanText.clean(finding.text()));
        if (!finding.remedy().isEmpty()) {
            out().println(" ".repeat(NAMES + 2) + paint().paint(Tone.ACCENT, "→ " + finding.remedy()));
        }
    }

    private static ObjectNode json(List<Finding> findings) {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put(
                "wrong",
                findings.stream()
                        .filter(finding -> finding.verdict() == Finding.Verdict.WRONG)
                        .count());
        for (Finding finding : findings) {
            json.withArray("/findings")
                    .addObject()
                    .put("area", finding.area())
                    .put("name", finding.name())
                    .put("verdict", finding.verdict().name().toLowerCase(Locale.ROOT))
                    .put("text", finding.text())
                    .put("remedy", finding.remedy());
        }
        return json;
    }
}
