import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../api/problemText'
import { useChange } from '../../../domain/useChange'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { TextField } from '../../../ui/TextField'
import { makePreset, type Preset, type PresetTerms } from './presets'

/** The maximum number of characters of a name. */
const NAME_MAX = 50

type KeepPresetProps = { terms: PresetTerms; onKept: (preset: Preset) => void }

/** A button that keeps the terms of an order under a name. */
export default function KeepPreset({ terms, onKept }: KeepPresetProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <BookmarkPlus size={18} aria-hidden="true" />
        <Trans>Keep as a preset</Trans>
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={<Trans>Keep as a preset</Trans>}>
        <NameForm terms={terms} onKept={onKept} onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function NameForm({ terms, onKept, onCancel }: KeepPresetProps & { onCancel: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const who = terms.requisite?.full_name
  const currency = terms.to_currency
  const [name, setName] = useState(() => (who ? t`${currency} for ${who}` : t`My ${currency}`).slice(0, NAME_MAX))
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['presets'] }))
  const keep = (event: FormEvent) => {
    event.preventDefault()
    void run('keep', async () => onKept(await makePreset(name, terms)))
  }
  return (
    <form className="grid gap-4" onSubmit={keep}>
      <p className="text-muted">
        <Trans>Next time you only confirm it. Currencies, amount and destination stay as they are.</Trans>
      </p>
      <TextField label={t`Name`} value={name} onChange={setName} maxLength={NAME_MAX} error={problem} required />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy !== undefined} disabled={name.trim() === ''}>
          <Trans>Keep</Trans>
        </Button>
      </div>
    </form>
  )
}
