import { type ResolvedHost, resolveHost } from './resolve'

/** What the app may ask of the place it runs in. Code asks for a capability, never for the mode. */
export type HostAdapter = {
  basepath: string
  /** The first page of who is signed in, for loading the app anew. */
  home: string
  /** `bare` hides our navigation: the host has its own. */
  chrome: 'full' | 'bare'
  /** What has to be settled with the host before the first page asks who is here. */
  begin?: () => Promise<void>
  /** Opens an address outside the program that the app runs in. */
  outside?: (url: string) => void
}

function browser({ basepath }: ResolvedHost): HostAdapter {
  return {
    basepath,
    home: `${basepath === '/' ? '' : basepath}/cabinet`,
    chrome: 'full',
  }
}

/** Telegram's program is the frame, and says who has opened the app. Its bridge is fetched there alone. */
function messenger(host: ResolvedHost): HostAdapter {
  const begin = async () => (await import('../api/beginInMessenger')).beginInMessenger()
  const outside = (url: string) => void import('./messenger').then(({ openOutside }) => openOutside(url))
  return { ...browser(host), begin, outside }
}

/** The other hosts get the browser's adapter without our navigation until each has a bridge of its own. */
function adapterFor(host: ResolvedHost): HostAdapter {
  switch (host.mode) {
    case 'display':
      return browser(host)
    case 'messenger':
      return messenger(host)
    case 'frame':
    case 'native':
    case 'pay':
      return { ...browser(host), chrome: 'bare' }
  }
}

export const host: HostAdapter = adapterFor(resolveHost(typeof location === 'undefined' ? '/' : location.pathname))
