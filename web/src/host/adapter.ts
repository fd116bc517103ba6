import { type ResolvedHost, resolveHost } from './resolve'

/** What the app may ask of the place it runs in. Code asks for a capability, never for the mode. */
export type HostAdapter = {
  basepath: string
  /** `bare` hides our navigation: the host has its own. */
  chrome: 'full' | 'bare'
}

function browser({ basepath }: ResolvedHost): HostAdapter {
  return {
    basepath,
    chrome: 'full',
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
      return { ...browser(host), chrome: 'bare' }
  }
}

export const host: HostAdapter = adapterFor(resolveHost(typeof location === 'undefined' ? '/' : location.pathname))
