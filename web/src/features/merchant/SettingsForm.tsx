import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { AmountText } from '../../domain/amount/AmountText'
import { numberOf } from '../../domain/amount/amountOf'
import { editable } from '../../domain/amountInput'
import { useCatalogue } from '../../domain/catalogue'
import { separatorsOf } from '../../domain/grouping'
import { fieldErrors } from '../../domain/problem'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Select } from '../../ui/Select'
import { SwitchRow } from '../../ui/SwitchRow'
import { TextField } from '../../ui/TextField'
import { LogoField } from './LogoField'
import { type Merchant, type MerchantSettings, setMerchant } from './merchant'

type SettingsFormProps = {
  of?: Merchant
  logo?: string | undefined
  onSaved: () => Promise<void>
  onCancel?: () => void
}
type Currency = MerchantSettings['settlement_currency']

const NAME_MAX = 60
/** The decimals of the tolerance. */
const PERCENT = { scale: 2 }
const HOST_EXAMPLE = 'shop.example'

/** Name, logo, colour, currency, tolerance and hosts of a merchant. Without `of` the profile becomes one. */
export function SettingsForm({ of, logo, onSaved, onCancel }: SettingsFormProps) {
  const { t, i18n } = useLingui()
  const catalogue = useCatalogue()
  const [name, setName] = useState(of?.settings.name ?? '')
  const [currency, setCurrency] = useState<Currency>(of?.settings.settlement_currency ?? 'EUR')
  const [tolerance, setTolerance] = useState(() =>
    editable(of?.settings.tolerance_percent ?? '0.5', separatorsOf(i18n.locale)),
  )
  const [hosts, setHosts] = useState(of?.settings.return_hosts?.join(', ') ?? '')
  const [takesMore, setTakesMore] = useState(of?.settings.takes_more ?? false)
  const [mails, setMails] = useState(of?.settings.mails ?? true)
  const [colour, setColour] = useState(of?.settings.colour)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const wrong = (field: string) => fieldErrors(refused).find(({ pointer }) => pointer.startsWith(`/${field}`))?.message
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    const return_hosts = hosts.split(/[\s,;]+/).filter(Boolean)
    const body = {
      name,
      settlement_currency: currency,
      // The server names the rule for a text that is no number.
      tolerance_percent: numberOf(tolerance, PERCENT.scale, i18n.locale) ?? tolerance,
      return_hosts,
      takes_more: takesMore,
      mails,
      ...(colour ? { colour } : {}),
    }
    try {
      await setMerchant(body)
      await onSaved()
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={of ? <Trans>Change your shop</Trans> : <Trans>Take payments from anybody</Trans>}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
        {of ? null : (
          <p className="text-[14px] text-muted">
            <Trans>
              People pay by a link or a code, in the currency they have, without an account. Your balance gets your
              currency.
            </Trans>
          </p>
        )}
        <TextField
          label={<Trans>Name that payers see</Trans>}
          value={name}
          onChange={setName}
          maxLength={NAME_MAX}
          placeholder={t`Bean & Leaf`}
          error={wrong('name')}
        />
        <Select
          label={<Trans>Currency that you receive</Trans>}
          value={currency}
          onChange={(code) => setCurrency(code as Currency)}
        >
          {(catalogue.data?.currencies ?? []).map(({ code, name: word }) => (
            <option key={code} value={code}>
              {code} · {word}
            </option>
          ))}
        </Select>
        <AmountText
          label={<Trans>Accept up to this much less, in percent</Trans>}
          unit={PERCENT}
          value={tolerance}
          onChange={setTolerance}
          hint={<Trans>0 to 5. A wallet that deducts its fee then still pays in full.</Trans>}
          error={wrong('tolerance_percent')}
        />
        <TextField
          label={<Trans>Hosts that payers return to</Trans>}
          value={hosts}
          onChange={setHosts}
          placeholder={HOST_EXAMPLE}
          hint={<Trans>Separated by commas. Empty without a web shop.</Trans>}
          error={wrong('return_hosts')}
        />
        {of ? <LogoField logo={logo} /> : null}
        <label className="flex min-h-14 items-center justify-between gap-3 rounded-m border border-edge/60 px-4 py-2">
          <span className="grid gap-0.5">
            <span>
              <Trans>Your colour</Trans>
            </span>
            <span className="text-[13px] text-muted">
              <Trans>The page of payers has it. It is darkened or lightened until all text is legible.</Trans>
            </span>
          </span>
          <input
            type="color"
            className="h-9 w-14 shrink-0 cursor-pointer rounded-control bg-transparent"
            value={colour ?? config.tenant.brand?.color ?? '#0b6e5b'}
            onChange={(event) => setColour(event.target.value)}
          />
        </label>
        {colour ? (
          <Button variant="text" onClick={() => setColour(undefined)}>
            <Trans>Remove the colour</Trans>
          </Button>
        ) : null}
        <div className="-mx-[18px] divide-y divide-line border-y border-line desk:-mx-[22px]">
          <SwitchRow label={<Trans>Email about each paid payment</Trans>} checked={mails} onChange={setMails} />
          <SwitchRow
            label={<Trans>Payers may leave more with you</Trans>}
            detail={<Trans>Money that arrives besides a paid payment. Otherwise they only take it back.</Trans>}
            checked={takesMore}
            onChange={setTakesMore}
          />
        </div>
        {refused !== undefined && fieldErrors(refused).length === 0 ? (
          <Notice tone="bad">{errorText(refused)}</Notice>
        ) : null}
        <div className="grid grid-cols-2 gap-2 not-has-[button+button]:grid-cols-1">
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          ) : null}
          <Button type="submit" busy={busy}>
            {of ? <Trans>Save</Trans> : <Trans>Begin</Trans>}
          </Button>
        </div>
      </form>
    </Card>
  )
}
