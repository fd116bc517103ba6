// Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform.
// Java 15 or newer, no libraries: `java VerifyPayment.java jwks.json MERCHANT ORDER TOKEN…`.
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

public class VerifyPayment {
    private static byte[] decoded(String part) {
        return Base64.getUrlDecoder().decode(part);
    }

    /** A member of a flat JSON object. Use the JSON library of your application instead. */
    private static String member(String json, String name) {
        var found = Pattern.compile('"' + name + "\"\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(-?\\d+))").matcher(json);
        if (!found.find()) return "";
        return found.group(1) != null ? found.group(1) : found.group(2);
    }

    private static PublicKey key(String jwks, String kid) throws GeneralSecurityException {
        var objects = Pattern.compile("\\{[^{}]*\\}").matcher(jwks);
        while (objects.find()) {
            if (!member(objects.group(), "kid").equals(kid)) continue;
            var bytes = decoded(member(objects.group(), "x"));
            var isOdd = (bytes[31] & 0x80) != 0;
            bytes[31] &= 0x7f;
            for (int i = 0, j = 31; i < j; i++, j--) { var swap = bytes[i]; bytes[i] = bytes[j]; bytes[j] = swap; }
            var point = new EdECPoint(isOdd, new BigInteger(1, bytes));
            return KeyFactory.getInstance("Ed25519").generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
        }
        throw new GeneralSecurityException("not a key of the platform");
    }

    /** The claims of a statement about `order`. `used` holds the ids of earlier ones; keep it for ten minutes. */
    static String verify(String token, String jwks, String merchant, String order, Set<String> used, long now)
            throws GeneralSecurityException {
        var parts = token.split("\\.", -1);
        var head = new String(decoded(parts[0]), StandardCharsets.UTF_8);
        if (parts.length != 3 || !member(head, "alg").equals("EdDSA") || !member(head, "typ").equals("agio-payment+jwt"))
            throw new GeneralSecurityException("not a statement of the platform");
        var check = Signature.getInstance("Ed25519");
        check.initVerify(key(jwks, member(head, "kid")));
        check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        if (!check.verify(decoded(parts[2]))) throw new GeneralSecurityException("forged");
        var claims = new String(decoded(parts[1]), StandardCharsets.UTF_8);
        if (!member(claims, "aud").equals(merchant) || !member(claims, "order_id").equals(order))
            throw new GeneralSecurityException("for another merchant or order");
        if (Long.parseLong(member(claims, "exp")) <= now || Long.parseLong(member(claims, "iat")) > now + 60)
            throw new GeneralSecurityException("too old");
        if (!used.add(member(claims, "jti"))) throw new GeneralSecurityException("used before");
        return claims;
    }

    public static void main(String[] args) throws Exception {
        var jwks = Files.readString(Path.of(args[0]));
        var used = new HashSet<String>();
        for (var token : Arrays.copyOfRange(args, 3, args.length)) {
            var claims = verify(token, jwks, args[1], args[2], used, Instant.now().getEpochSecond());
            System.out.println(member(claims, "status"));
        }
    }
}
