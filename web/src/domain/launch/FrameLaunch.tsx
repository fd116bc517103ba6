import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Skeleton } from '../../ui/Skeleton'
import { type LaunchProps, linkOf, mayBeFramed } from './launch'
import { PageLaunch } from './PageLaunch'

/** IFRAME: the approval in a frame of this page, with a way to its own page. Where no frame is possible: that page. */
export function FrameLaunch({ launch, service, follow = false }: LaunchProps) {
  const { t } = useLingui()
  const [isLoaded, setIsLoaded] = useState(false)
  const url = linkOf(launch.url)
  if (!mayBeFramed(url)) return <PageLaunch launch={launch} service={service} follow={follow} />
  return (
    <div className="grid gap-2">
      <div className="relative h-[440px] overflow-hidden rounded-m border border-line bg-white">
        {isLoaded ? null : <Skeleton className="absolute inset-0" />}
        <iframe
          src={url}
          title={service ? t`Approval in ${service}` : t`Confirmation of your bank`}
          // Its own forms and scripts work. It leaves this page only by a click.
          sandbox="allow-forms allow-scripts allow-same-origin allow-top-navigation-by-user-activation"
          referrerPolicy="no-referrer"
          onLoad={() => setIsLoaded(true)}
          className="relative size-full"
        />
      </div>
      <a href={url} className="justify-self-center py-2 text-[14px] font-[570] text-brand">
        <Trans>Nothing to see? Open the page</Trans>
      </a>
    </div>
  )
}
