/**
 * Whether this page can use passkeys: the browser must support them, and the host must not be an IP address. The
 * prerendered page assumes support; a browser without it never shows that page (src/first-paint/isPrerenderRight.ts).
 */
export const hasPasskeys = () =>
  import.meta.env.SSR || ('PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname))
