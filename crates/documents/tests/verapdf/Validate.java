import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Validates files against PDF/UA-1 and exits with 1 if one breaks a rule. */
public class Validate {
    public static void main(String[] files) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        PDFAFlavour flavour = PDFAFlavour.PDFUA_1;
        boolean whole = true;
        for (String file : files) {
            try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), flavour)) {
                ValidationResult result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
                System.out.println(file + ": " + (result.isCompliant() ? "PDF/UA-1" : "not PDF/UA-1") + ", "
                        + result.getTotalAssertions() + " assertions");
                result.getTestAssertions().stream()
                        .filter(each -> each.getStatus() == TestAssertion.Status.FAILED)
                        .forEach(each -> System.out.println("  " + each.getRuleId() + " " + each.getMessage()));
                whole &= result.isCompliant();
            }
        }
        System.exit(whole ? 0 : 1);
    }
}
