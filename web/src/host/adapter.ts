import { type ResolvedHost, resolveHost } from './resolve'

/** What the app may ask of the place it runs in. Code asks for a capability, never for the mode. */
export type HostAdapter = {
  basepath: string
  /** `bare` hides our navigation: the host has its own. */
  chrome: 'full' | 'bare'
  /** Whether the server keeps the refresh token in a cookie here; otherwise it lives in memory. */
  cookieSession: boolean
  openUrl: (url: string) => void
}

function browser({ basepath }: ResolvedHost): HostAdapter {
  return {
    basepath,
    chrome: 'full',
    cookieSession: true,
    openUrl: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
  }
}

/** The other hosts get the browser's adapter without our navigation until each has a bridge of its own. */
function adapterFor(host: ResolvedHost): HostAdapter {
  switch (host.mode) {
    case 'display':
      return browser(host)
    case 'frame':
    case 'messenger':
    case 'native':
    case 'pay':
      return { ...browser(host), chrome: 'bare', cookieSession: false }
  }
}

export const host: HostAdapter = adapterFor(resolveHost(typeof location === 'undefined' ? '/' : location.pathname))
