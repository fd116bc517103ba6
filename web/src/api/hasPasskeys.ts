/**
 * Whether this browser has passkeys, and this page may use them: an address in figures may not. The page that is drawn while the
 * app is built is for those who have, and only they see it (src/first/isRight.ts).
 */
export const hasPasskeys = () =>
  import.meta.env.SSR || ('PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname))
