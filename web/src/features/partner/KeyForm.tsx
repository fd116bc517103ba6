import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { fieldErrors, problemCode } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ChoiceRow } from '../../ui/ChoiceRow'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { type KeyKind, listed, type PartnerKey, type PartnerScope, paysOut, scopesOf } from './keys'
import { KIND, SCOPE } from './words'

/** A domain that nobody owns (RFC 2606). */
const DOMAIN_EXAMPLE = 'shop.example'

export type KeyContent = {
  kind: KeyKind
  name: string
  addresses: string[]
  scopes: string[]
  domains: string[]
  signing_key?: string
}

type KeyFormProps = {
  /** The key to change. A new one without it. */
  of?: PartnerKey
  scopes: readonly PartnerScope[]
  onSave: (content: KeyContent) => Promise<unknown>
  onCancel: () => void
}

const KINDS = Object.keys(KIND) as KeyKind[]
const NAME_MAX = 50

/** The content of a key: kind, name, addresses, scopes, and what payouts need. */
export function KeyForm({ of, scopes, onSave, onCancel }: KeyFormProps) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<KeyKind>(of?.kind ?? 'exchanger')
  const [name, setName] = useState(of?.name ?? '')
  const [addresses, setAddresses] = useState(of?.addresses.join(', ') ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(of?.scopes ?? ['exchanger:read'])
  const [domains, setDomains] = useState(of?.domains.map(({ domain }) => domain).join(', ') ?? '')
  const [signing, setSigning] = useState(of?.signing_key ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const offered = scopesOf(scopes, kind)
  const held = offered.filter(({ code }) => chosen.includes(code)).map(({ code }) => code)
  const pays = paysOut(scopes, held)
  const wrong = (field: string) => fieldErrors(refused).find(({ pointer }) => pointer.startsWith(`/${field}`))?.message
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    const content = { kind, name: name.trim(), addresses: listed(addresses), scopes: held }
    const own = kind === 'widget' ? listed(domains) : []
    const key = signing.trim()
    await onSave({ ...content, domains: own, ...(key || of?.signing_key ? { signing_key: key } : {}) }).catch(
      setRefused,
    )
    setBusy(false)
  }
  const shown =
    refused !== undefined && fieldErrors(refused).length === 0 && problemCode(refused) !== 'AUTH_2FA_REQUIRED'
  return (
    <Card title={of ? <Trans>Change the key</Trans> : <Trans>New key</Trans>}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
        {of ? null : (
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-[13px] font-semibold text-muted">
              <Trans>What is it for?</Trans>
            </legend>
            {KINDS.map((each) => (
              <ChoiceRow key={each} name="kind" checked={each === kind} onChoose={() => setKind(each)}>
                <span className="grid gap-0.5">
                  <span className="font-[570]">{i18n._(KIND[each].name)}</span>
                  <span className="text-[13px] text-muted">{i18n._(KIND[each].detail)}</span>
                </span>
              </ChoiceRow>
            ))}
          </fieldset>
        )}
        <TextField
          label={<Trans context="of a thing">Name</Trans>}
          value={name}
          onChange={setName}
          maxLength={NAME_MAX}
          placeholder={t`Booking backend`}
          error={wrong('name')}
        />
        <TextField
          mono
          label={<Trans>Addresses of your servers</Trans>}
          value={addresses}
          onChange={setAddresses}
          placeholder="192.0.2.10, 198.51.100.0/24"
          hint={
            pays ? (
              <Trans>Required, because this key can pay out.</Trans>
            ) : (
              <Trans>Separated by commas. Empty: from any address.</Trans>
            )
          }
          error={wrong('addresses')}
        />
        {kind === 'widget' ? (
          <TextField
            label={<Trans>Domains of your pages</Trans>}
            value={domains}
            onChange={setDomains}
            placeholder={DOMAIN_EXAMPLE}
            error={wrong('domains')}
          />
        ) : null}
        <Scopes offered={offered} chosen={chosen} onChange={setChosen} error={wrong('scopes')} />
        {pays ? (
          <TextField
            mono
            label={<Trans>Public key of your signatures (Ed25519)</Trans>}
            value={signing}
            onChange={setSigning}
            hint={<Trans>Your server signs each payout. A stolen secret alone then moves nothing.</Trans>}
            error={wrong('signing_key')}
          />
        ) : null}
        {shown ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy}>
            {of ? <Trans>Save</Trans> : <Trans>Create the key</Trans>}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type ScopesProps = {
  offered: readonly PartnerScope[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}

/** The scopes as check boxes. One that another contains is shown as chosen. */
function Scopes({ offered, chosen, onChange, error }: ScopesProps) {
  const { i18n } = useLingui()
  const implied = new Set(offered.filter(({ code }) => chosen.includes(code)).flatMap(({ implies }) => implies))
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[13px] font-semibold text-muted">
        <Trans>What may it do?</Trans>
      </legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {offered.map(({ code }) => (
          <label key={code} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--brand)"
              checked={chosen.includes(code) || implied.has(code)}
              disabled={implied.has(code)}
              onChange={() => toggle(code)}
            />
            <span className="grid min-w-0 gap-0.5">
              <span className="wrap-anywhere">{SCOPE[code] ? i18n._(SCOPE[code]) : code}</span>
              <code className="font-mono text-[12px] text-muted wrap-anywhere">{code}</code>
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
