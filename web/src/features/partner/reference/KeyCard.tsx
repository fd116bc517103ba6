import { Trans, useLingui } from '@lingui/react/macro'
import { config } from '../../../host/config'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { TextField } from '../../../ui/TextField'

type KeyProps = { value: string; onChange: (key: string) => void }

/** The base address, and in a sandbox the field for a test key. */
export function KeyCard({ value, onChange }: KeyProps) {
  const { t } = useLingui()
  const base = `${window.location.origin}/api/partner/v1`
  return (
    <Card>
      <div className="mb-3 flex items-center justify-between gap-3">
        <code className="min-w-0 font-mono text-[13px] wrap-anywhere">{base}</code>
        <CopyButton text={base} label={t`Copy the address`} />
      </div>
      {config.sandbox ? (
        <TextField
          label={<Trans>Test key</Trans>}
          hint={<Trans>To try operations here. The key is not stored and is gone when you leave the page.</Trans>}
          placeholder="sk_test_…"
          value={value}
          onChange={onChange}
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
      ) : (
        <p className="text-[14px] text-muted">
          <Trans>
            Keys of this site move real money, so nothing can be tried here. Copy the command for your server.
          </Trans>
        </p>
      )}
    </Card>
  )
}
