import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AmountText } from '../../domain/amount/AmountText'
import { editable, readAmount, wireAmount } from '../../domain/amountInput'
import { useCatalogue } from '../../domain/catalogue'
import { compareDecimals } from '../../domain/decimal'
import { useDraft } from '../../domain/draft'
import { separatorsOf, trimZeros } from '../../domain/grouping'
import { moneyText } from '../../domain/money'
import { balancesQuery } from '../../domain/queries'
import { useProblemWords } from '../../domain/useProblemWords'
import { isApiError } from '../../api/problem'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { transferDraft } from './draft'
import { LinkedReceiver } from './LinkedReceiver'
import { askRecipient, isPayCode, type Recipient } from './queries'

/** The maximum length of the note, in characters. */
const NOTE_MAX = 140

/** The receiver, the amount and the note. */
export function TransferForm({ onFound }: { onFound: (recipient: Recipient) => void }) {
  const { t, i18n } = useLingui()
  const draft = useDraft(transferDraft)
  const balances = useQuery(balancesQuery)
  const catalogue = useCatalogue()
  const words = useProblemWords()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [text, setText] = useState<string>()

  const held = (balances.data?.data ?? []).filter((balance) => compareDecimals(balance.available, '0') === 1)
  const currency = held.some((balance) => balance.currency === draft.currency) ? draft.currency : held[0]?.currency
  // A link can ask for a currency that the payer does not hold: its amount must not become one of another currency.
  const isNotHeld = balances.data !== undefined && draft.amount !== '' && currency !== draft.currency
  const asked = isNotHeld ? '' : draft.amount
  const available = held.find((balance) => balance.currency === currency)?.available
  const scale = catalogue.data?.currencies.find(({ code }) => code === currency)?.scale ?? 18
  const separators = separatorsOf(i18n.locale)
  const read = readAmount(text ?? editable(asked, separators), scale, separators, currency)
  const amount = wireAmount(read.wire)
  const money = (value: string) => (currency ? moneyText({ amount: value, currency }, i18n.locale) : '')

  const amountProblem = () => {
    if (!amount) return tried ? t`Field is required` : undefined
    if (available !== undefined && compareDecimals(amount, available) === 1) return t`Not enough on balance`
    return undefined
  }
  const contactProblem = refused ?? (tried && draft.contact.trim() === '' ? t`Field is required` : undefined)
  const isWrong = read.refused !== undefined || amountProblem() !== undefined
  const noteProblem = [...draft.note].length > NOTE_MAX ? t`At most ${NOTE_MAX} characters` : undefined

  const name = (contact: string) => {
    setRefused(undefined)
    transferDraft.set((now) => ({ ...now, contact }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || !amount || !currency || isWrong || noteProblem || draft.contact.trim() === '') return
    setBusy(true)
    setRefused(undefined)
    try {
      const found = await askRecipient(draft.contact)
      if (found.is_own) return setRefused(t`This is your own account`)
      transferDraft.set((now) => ({ ...now, amount, currency }))
      onFound(found)
    } catch (error) {
      const said = isApiError(error) ? error.fieldCode('/contact') : undefined
      setRefused(
        said === 'unknown'
          ? isPayCode(draft.contact)
            ? t`This link leads to nobody here. Ask for a new one.`
            : t`Nobody has this handle`
          : said === 'closed'
            ? t`This customer cannot receive money at the moment`
            : said
              ? t`Enter an email address, a telephone number with its country code, or a handle like @olena`
              : words(error),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {isPayCode(draft.contact) ? (
        <LinkedReceiver code={draft.contact} problem={refused} onOther={() => name('')} />
      ) : (
        <TextField
          label={t`Email, telephone or @handle of the receiver`}
          name="contact"
          value={draft.contact}
          onChange={name}
          error={contactProblem}
          autoComplete="off"
          autoCapitalize="off"
          inputMode="email"
          spellCheck={false}
          maxLength={256}
        />
      )}
      <Select
        label={t`From balance`}
        value={currency ?? ''}
        onChange={(code) => transferDraft.set((now) => ({ ...now, currency: code }))}
      >
        {held.map((balance) => (
          <option key={balance.currency} value={balance.currency}>
            {balance.currency} · {moneyText({ amount: balance.available, currency: balance.currency }, i18n.locale)}
          </option>
        ))}
      </Select>
      <AmountText
        label={t`Amount`}
        name="amount"
        unit={{ scale, currency }}
        value={text ?? editable(asked, separators)}
        hint={
          isNotHeld && text === undefined ? t`The request is for ${draft.currency}, which you do not hold.` : undefined
        }
        onChange={(typed) => {
          setText(typed)
          transferDraft.set((now) => ({ ...now, amount: readAmount(typed, scale, separators, currency).wire }))
        }}
        error={amountProblem()}
        trailing={
          available === undefined ? null : (
            <button
              type="button"
              className="-my-2 min-h-9 font-[550] text-brand"
              onClick={() => {
                setText(undefined)
                transferDraft.set((now) => ({ ...now, amount: trimZeros(available) }))
              }}
            >
              <Trans>All, {money(available)}</Trans>
            </button>
          )
        }
      />
      <TextField
        label={t`Note for the receiver`}
        name="note"
        value={draft.note}
        onChange={(note) => transferDraft.set((now) => ({ ...now, note }))}
        error={noteProblem}
        hint={t`Not required`}
        autoComplete="off"
      />
      <Button type="submit" busy={busy}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
