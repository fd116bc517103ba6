/** Whether this browser has passkeys, and this page may use them: an address in figures may not. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
