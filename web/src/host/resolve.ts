/** The host application, by the first path segment; without one of these, the browser itself. */
const MODES = { frame: 'frame', messenger: 'messenger', native: 'native', pay: 'pay' } as const
export type HostMode = keyof typeof MODES | 'display'
export type ResolvedHost = { mode: HostMode; basepath: string }

export function resolveHost(pathname: string): ResolvedHost {
  const first = pathname.split('/')[1] ?? ''
  // Whole segments only: /payments is a page, /pay is a host.
  return first in MODES && Object.hasOwn(MODES, first)
    ? { mode: first as keyof typeof MODES, basepath: `/${first}` }
    : { mode: 'display', basepath: '/' }
}
