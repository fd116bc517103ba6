import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { seldomWords } from '../../i18n/load'

/**
 * A part of the landing page that loads with its texts after the first paint. The prerendered page contains its
 * placeholder `Gap`, which has the same height.
 */
export function lazyInBrowser<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Gap: () => ReactNode,
): (props: Props) => ReactNode {
  if (import.meta.env.SSR) return Gap
  // Loads now and not at the first render, which waits for the session.
  const coming = Promise.all([load(), seldomWords()])
  coming.catch(() => undefined)
  const Part = lazy(() => coming.then(([part]) => part).catch(load))
  return (props) => (
    <Suspense fallback={<Gap />}>
      <Part {...props} />
    </Suspense>
  )
}
