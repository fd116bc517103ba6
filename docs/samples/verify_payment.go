// Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"
)

// Claims of a statement.
type Claims struct {
	Aud, Sub, Jti, Status string
	Iat, Exp              int64
	OrderID               *string `json:"order_id"`
}

// Keys is the JWKS of the platform.
type Keys struct {
	Keys []struct{ Kid, X string }
}

func decoded(part string, into any) error {
	bytes, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(bytes, into)
}

// VerifyPayment returns the claims of a statement about `order`. `used` holds the ids of earlier ones; keep it for ten
// minutes.
func VerifyPayment(token string, keys Keys, merchant, order string, used map[string]bool, now int64) (*Claims, error) {
	parts := strings.Split(token, ".")
	var head struct{ Alg, Typ, Kid string }
	if len(parts) != 3 || decoded(parts[0], &head) != nil || head.Alg != "EdDSA" || head.Typ != "agio-payment+jwt" {
		return nil, errors.New("not a statement of the platform")
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	isSigned := false
	for _, key := range keys.Keys {
		public, err := base64.RawURLEncoding.DecodeString(key.X)
		if err == nil && key.Kid == head.Kid && len(public) == ed25519.PublicKeySize {
			isSigned = ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), signature)
		}
	}
	var claims Claims
	if !isSigned || decoded(parts[1], &claims) != nil {
		return nil, errors.New("forged")
	}
	if claims.Aud != merchant || claims.OrderID == nil || *claims.OrderID != order {
		return nil, errors.New("for another merchant or order")
	}
	if claims.Exp <= now || claims.Iat > now+60 || used[claims.Jti] {
		return nil, errors.New("too old, or used before")
	}
	used[claims.Jti] = true
	return &claims, nil
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	var keys Keys
	if err != nil || json.Unmarshal(file, &keys) != nil {
		log.Fatal("no jwks.json")
	}
	used := map[string]bool{}
	for _, token := range os.Args[4:] {
		claims, err := VerifyPayment(token, keys, os.Args[2], os.Args[3], used, time.Now().Unix())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(claims.Status)
	}
}
