// Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform.
package main

import ("crypto/ed25519"; "encoding/base64"; "encoding/json"; "fmt"; "log"; "os"; "strings"; "time")

type Statement struct { Alg, Typ, Kid, Aud, Jti, Status, Order_ID string; Iat, Exp int64 }
type Keys struct { Keys []struct { Kid, X string } }

func decoded(part string) []byte { bytes, _ := base64.RawURLEncoding.DecodeString(part); return bytes }

// VerifyPayment returns the statement about `order`. `used` holds the ids of earlier ones; keep it for ten minutes.
func VerifyPayment(token string, jwks Keys, merchant, order string, used map[string]bool) (claims Statement, isGood bool) {
	parts, head, now := append(strings.Split(token, "."), "", ""), Statement{}, time.Now().Unix()
	isRead := json.Unmarshal(decoded(parts[0]), &head) == nil && json.Unmarshal(decoded(parts[1]), &claims) == nil
	for _, key := range jwks.Keys {
		if public := decoded(key.X); isRead && head.Alg == "EdDSA" && head.Typ == "agio-payment+jwt" && key.Kid == head.Kid && len(public) == 32 {
			isGood = ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), decoded(parts[2]))
		}
	}
	isGood = isGood && claims.Aud == merchant && claims.Order_ID == order && claims.Exp > now && claims.Iat <= now+60 && !used[claims.Jti]
	if isGood { used[claims.Jti] = true }
	return claims, isGood
}

func main() {
	file, _ := os.ReadFile(os.Args[1])
	jwks, used := Keys{}, map[string]bool{}
	if json.Unmarshal(file, &jwks) != nil { log.Fatal("no jwks.json") }
	for _, token := range os.Args[4:] { if claims, isGood := VerifyPayment(token, jwks, os.Args[2], os.Args[3], used); isGood { fmt.Println(claims.Status) } else { log.Fatal("refused") } }
}
