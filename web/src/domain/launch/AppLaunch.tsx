import { buttonClass } from '../../ui/Button'
import { GoWords } from './GoWords'
import { type LaunchProps, linkOf } from './launch'

/** DEEPLINK: a link opens the service's app. */
export function AppLaunch({ launch, service }: LaunchProps) {
  const url = linkOf(launch.url)
  if (!url) return null
  return (
    <a href={url} className={buttonClass('primary')}>
      <GoWords service={service} />
    </a>
  )
}
