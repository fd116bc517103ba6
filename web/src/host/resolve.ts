/** The host application, by the first path segment; without one of these, the browser itself. */
const MODES = ['frame', 'messenger', 'native', 'pay'] as const
export type HostMode = (typeof MODES)[number] | 'display'
export type ResolvedHost = { mode: HostMode; basepath: string }

export function resolveHost(pathname: string): ResolvedHost {
  const first = pathname.split('/')[1]
  // Whole segments only: /payments is a page, /pay is a host.
  const mode = MODES.find((each) => each === first)
  return mode ? { mode, basepath: `/${mode}` } : { mode: 'display', basepath: '/' }
}
