import { useEffect } from 'react'
import { host } from '../../host/adapter'
import { Button } from '../../ui/Button'
import { GoWords } from './GoWords'
import { goTo, type LaunchProps, linkOf } from './launch'

/** GET: the browser goes to a page. */
export function PageLaunch({ launch, service, follow = false }: LaunchProps) {
  const url = linkOf(launch.url)
  useEffect(() => {
    // A new window opens only by a click.
    if (follow && url && !host.leave) goTo(url)
  }, [follow, url])
  if (!url) return null
  return (
    <Button onClick={() => goTo(url)}>
      <GoWords service={service} />
    </Button>
  )
}
