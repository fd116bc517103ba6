// Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform. Java 17.
import java.nio.file.*;
import java.security.*;
import java.security.spec.X509EncodedKeySpec;
import java.util.*;
import java.util.regex.*;
public class VerifyPayment {
    static byte[] decoded(String part) { return Base64.getUrlDecoder().decode(part); }
    static String member(String json, String name) { // Use the JSON library of your application instead.
        var found = Pattern.compile('"' + name + "\"\\s*:\\s*(?:\"([^\"\\\\]*)\"|(\\d+))").matcher(json);
        return !found.find() ? "" : found.group(1) != null ? found.group(1) : found.group(2);
    }
    /** The claims about `order`. `used` holds the ids of earlier statements; keep it for ten minutes. */
    static String verify(String token, String jwks, String merchant, String order, Set<String> used) throws Exception {
        var parts = token.split("\\.");
        String head = new String(decoded(parts[0])), claims = new String(decoded(parts[1])), kid = member(head, "kid");
        var keys = Pattern.compile("\\{[^{}]*\\}").matcher(jwks).results().map(MatchResult::group);
        var hex = HexFormat.of().formatHex(decoded(member(keys.filter(key -> member(key, "kid").equals(kid)).findFirst().get(), "x")));
        var spki = HexFormat.of().parseHex("302a300506032b6570032100" + hex); // RFC 8410
        var check = Signature.getInstance("Ed25519");
        check.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
        check.update((parts[0] + "." + parts[1]).getBytes());
        long now = System.currentTimeMillis() / 1000, issued = Long.parseLong(member(claims, "iat")), ends = Long.parseLong(member(claims, "exp"));
        if (!member(head, "alg").equals("EdDSA") || !member(head, "typ").equals("agio-payment+jwt") || !check.verify(decoded(parts[2]))) throw new Exception("forged");
        if (!member(claims, "aud").equals(merchant) || !member(claims, "order_id").equals(order)) throw new Exception("for another merchant or order");
        if (ends <= now || issued > now + 60 || !used.add(member(claims, "jti"))) throw new Exception("too old, or used before");
        return claims;
    }
    public static void main(String[] args) throws Exception { var used = new HashSet<String>(); for (var token : List.of(args).subList(3, args.length)) System.out.println(member(verify(token, Files.readString(Path.of(args[0])), args[1], args[2], used), "status")); }
}
