import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Panel } from './Panel'

type MailFrameProps = { kind: string; language: string; title: string }

/** Opens an example of an email as mail programs show it. The frame has no origin, no scripts and no network. */
export function MailFrame({ kind, language, title }: MailFrameProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Trans>As it is sent</Trans>
      </Button>
      <Panel open={isOpen} onClose={() => setOpen(false)} title={title}>
        <iframe
          title={t`Email: ${title}`}
          src={`/api/operator/v1/notifications/${kind}/mail?language=${language}`}
          sandbox=""
          className="h-[70vh] w-full rounded-control border border-line bg-white"
        />
      </Panel>
    </>
  )
}
