import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleCheck, Copy } from 'lucide-react'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { useCopy } from '../../ui/useCopy'
import type { KeyMade } from './keys'

/** The secret of a new or rotated key. It is shown only here. */
export function SecretCard({ made, onDone }: { made: KeyMade; onDone: () => void }) {
  const { state, copy } = useCopy(made.secret)
  const { name } = made.key
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
          {made.secret}
        </code>
        <Button small onClick={copy}>
          {state === 'copied' ? <Check size={18} /> : <Copy size={18} />}
          {state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      </div>
      {made.signing_secret ? (
        <div className="mb-3 grid gap-1">
          <p className="text-[14px] text-muted">
            <Trans>
              The key above is public. With this secret your server signs launches that contain personal data or fixed
              amounts:
            </Trans>
          </p>
          <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
            <code className="min-w-0 flex-1 font-mono text-[14px] wrap-anywhere" data-signing-secret>
              {made.signing_secret}
            </code>
            <CopyButton text={made.signing_secret} label={t`Copy the signing secret`} />
          </div>
        </div>
      ) : null}
      <p className="mb-4 text-[14px] text-muted">
        <Trans>Store it in your secret manager now. We keep only its hash, so we cannot show it again.</Trans>
      </p>
      <Button variant="quiet" onClick={onDone}>
        <Trans>I have stored it</Trans>
      </Button>
    </Card>
  )
}
