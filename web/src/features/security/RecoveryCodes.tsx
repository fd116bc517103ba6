import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Card title={<Trans>Save your recovery codes</Trans>} aside={<CopyButton text={text} label={t`Copy the codes`} />}>
      <p className="mb-4 text-muted">
        <Trans>
          Each code lets you in once if you lose your second factor. They will not be shown again: print them, or keep
          them where no one else looks.
        </Trans>
      </p>
      <ul className="mb-5 grid grid-cols-1 gap-x-6 gap-y-2 rounded-m bg-sunken p-4 font-mono text-[15px] min-[420px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-2">
        <Button onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
        <Button variant="quiet" onClick={save}>
          <Download size={18} aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
      </div>
    </Card>
  )
}
