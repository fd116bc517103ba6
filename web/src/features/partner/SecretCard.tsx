import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleCheck, Copy } from 'lucide-react'
import { Badge } from '../../ui/Badge'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { useCopy } from '../../ui/useCopy'

type SecretCardProps = {
  name: string
  secret: string
  /** The secret of a widget key, which signs launches. */
  signingSecret?: string | undefined
  onDone: () => void
  children: ReactNode
}

/** A new secret of a key or a webhook. It is shown only here. `children` says what to do with it. */
export function SecretCard({ name, secret, signingSecret, onDone, children }: SecretCardProps) {
  const { state, copy } = useCopy(secret)
  const { t } = useLingui()
  return (
    <Card raised>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <CircleCheck size={20} className="shrink-0 text-ok" />
        <div role="status" className="min-w-40 flex-1 wrap-anywhere">
          <h2>
            <Trans>New secret of {name}</Trans>
          </h2>
        </div>
        <Badge tone="wait">
          <Trans>Shown once</Trans>
        </Badge>
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-3 rounded-m bg-sunken p-3">
        <code className="min-w-40 flex-1 px-1 font-mono text-[14px] wrap-anywhere" data-secret>
          {secret}
        </code>
        <Button small onClick={copy}>
          {state === 'copied' ? <Check size={18} /> : <Copy size={18} />}
          {state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      </div>
      {signingSecret ? (
        <div className="mb-3 grid gap-1">
          <p className="text-[14px] text-muted">
            <Trans>
              The key above is public. With this secret your server signs launches that contain personal data or fixed
              amounts:
            </Trans>
          </p>
          <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
            <code className="min-w-0 flex-1 font-mono text-[14px] wrap-anywhere" data-signing-secret>
              {signingSecret}
            </code>
            <CopyButton text={signingSecret} label={t`Copy the signing secret`} />
          </div>
        </div>
      ) : null}
      <p className="mb-4 text-[14px] text-muted">{children}</p>
      <Button variant="quiet" onClick={onDone}>
        <Trans>I have stored it</Trans>
      </Button>
    </Card>
  )
}
