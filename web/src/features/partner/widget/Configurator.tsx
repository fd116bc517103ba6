import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AmountText } from '../../../domain/amount/AmountText'
import { readAmount, wireAmount } from '../../../domain/amountInput'
import { useCatalogue } from '../../../domain/catalogue'
import { separatorsOf } from '../../../domain/grouping'
import { useDebounced } from '../../../domain/useDebounced'
import { config } from '../../../host/config'
import { LOCALE_NAMES, LOCALES } from '../../../i18n/locale'
import { Card } from '../../../ui/Card'
import { Segmented } from '../../../ui/Segmented'
import { Select } from '../../../ui/Select'
import { useCopy } from '../../../ui/useCopy'
import { FIRST_CHOICE, type HideFlag, previewAddress, snippetOf, type WidgetChoice } from './snippet'
import '../../../ui/hero.css'

/** Typing must not load the preview with each letter. */
const PREVIEW_AFTER_MS = 500
const COLOR = /^#[0-9a-f]{6}$/i
/** The decimals of an amount in a currency that is not chosen. */
const SCALE = 18

/** Chooses the parameters and colours of a widget, shows it live, and gives the code for the page. */
export default function Configurator({ apiKey }: { apiKey: string }) {
  const { t } = useLingui()
  const [choice, setChoice] = useState(FIRST_CHOICE)
  const set = (change: Partial<WidgetChoice>) => setChoice((now) => ({ ...now, ...change }))
  const address = useDebounced(previewAddress(apiKey, choice), PREVIEW_AFTER_MS)
  return (
    <>
      <Card title={<Trans>Set up the widget</Trans>}>
        <div className="grid gap-4">
          <Segmented
            label={t`How it opens`}
            value={choice.mode}
            options={[
              { value: 'overlay', label: <Trans context="widget">Overlay</Trans> },
              { value: 'inline', label: <Trans context="widget">In the page</Trans> },
              { value: 'tab', label: <Trans context="widget">New tab</Trans> },
            ]}
            onChange={(mode) => set({ mode })}
          />
          <Pair choice={choice} onChange={set} />
          <Looks choice={choice} onChange={set} />
          <Parts choice={choice} onChange={set} />
        </div>
      </Card>
      <Card title={<Trans>Preview</Trans>}>
        <iframe
          key={address}
          src={address}
          title={t`Preview of the widget`}
          className="block h-[720px] w-full rounded-m border border-line bg-(--bg)"
        />
      </Card>
      <Snippet text={snippetOf(window.location.origin, apiKey, choice)} />
    </>
  )
}

type PartProps = { choice: WidgetChoice; onChange: (change: Partial<WidgetChoice>) => void }

function Pair({ choice, onChange }: PartProps) {
  const { i18n } = useLingui()
  const catalogue = useCatalogue()
  const [text, setText] = useState('')
  const known = catalogue.data?.currencies ?? []
  const unitOf = (from: string) => ({
    scale: known.find(({ code }) => code === from)?.scale ?? SCALE,
    currency: from || undefined,
  })
  const amountOf = (typed: string, from: string) => {
    const { scale, currency } = unitOf(from)
    return wireAmount(readAmount(typed, scale, separatorsOf(i18n.locale), currency).wire) ?? ''
  }
  const currencies = known.map(({ code, name }) => (
    <option key={code} value={code}>
      {`${code} · ${name}`}
    </option>
  ))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={<Trans>Kind of exchange</Trans>}
        value={choice.side}
        onChange={(side) => onChange({ side: side as WidgetChoice['side'] })}
      >
        <Any />
        <Sides />
      </Select>
      <AmountText
        label={<Trans>Amount given</Trans>}
        unit={unitOf(choice.from)}
        value={text}
        onChange={(typed) => {
          setText(typed)
          onChange({ amount: amountOf(typed, choice.from) })
        }}
      />
      <Select
        label={<Trans>Currency given</Trans>}
        value={choice.from}
        onChange={(from) => onChange({ from, amount: amountOf(text, from) })}
      >
        <Any />
        {currencies}
      </Select>
      <Select label={<Trans>Currency received</Trans>} value={choice.to} onChange={(to) => onChange({ to })}>
        <Any />
        {currencies}
      </Select>
      <Tick checked={choice.isSideFixed} onChange={(isSideFixed) => onChange({ isSideFixed })}>
        <Trans>Only this kind</Trans>
      </Tick>
      <Tick checked={choice.isPairFixed} onChange={(isPairFixed) => onChange({ isPairFixed })}>
        <Trans>The customer cannot change the currencies</Trans>
      </Tick>
    </div>
  )
}

function Any() {
  const { t } = useLingui()
  return <option value="">{t`Any`}</option>
}

function Sides() {
  const { t } = useLingui()
  const words = { buy: t`Buy`, sell: t`Sell`, swap: t`Swap` }
  return (
    <>
      {Object.entries(words).map(([side, word]) => (
        <option key={side} value={side}>
          {word}
        </option>
      ))}
    </>
  )
}

function Looks({ choice, onChange }: PartProps) {
  const { t } = useLingui()
  const own = COLOR.test(choice.color)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label={<Trans>Language</Trans>} value={choice.language} onChange={(language) => onChange({ language })}>
        <option value="">{t`The customer’s`}</option>
        {LOCALES.filter((locale) => config.tenant.languages.includes(locale)).map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </Select>
      <Select
        label={<Trans>Light or dark</Trans>}
        value={choice.scheme}
        onChange={(scheme) => onChange({ scheme: scheme as WidgetChoice['scheme'] })}
      >
        <option value="">{t`The customer’s`}</option>
        <option value="light">{t`Light`}</option>
        <option value="dark">{t`Dark`}</option>
      </Select>
      <label className="flex min-h-14 items-center justify-between gap-3 rounded-m border border-edge/60 px-4 py-2 sm:col-span-2">
        <span className="grid gap-0.5">
          <span>
            <Trans>Your colour</Trans>
          </span>
          <span className="text-[13px] text-muted">
            <Trans>It is darkened or lightened until all text is legible.</Trans>
          </span>
        </span>
        <input
          type="color"
          className="h-9 w-14 shrink-0 cursor-pointer rounded-control bg-transparent"
          value={own ? choice.color : (config.tenant.brand?.color ?? '#0b6e5b')}
          onChange={(event) => onChange({ color: event.target.value })}
        />
      </label>
    </div>
  )
}

function Parts({ choice, onChange }: PartProps) {
  const words: [HideFlag, ReactNode][] = [
    ['isBrandDisplayed', <Trans key="brand">Our name and logo</Trans>],
    ['isHideBackButton', <Trans key="back">The back button</Trans>],
    ['isHideSwapButton', <Trans key="swap">The button that turns the direction</Trans>],
    ['isHideLogoutButton', <Trans key="out">The sign-out button</Trans>],
    ['isHideSaveRequisiteButton', <Trans key="save">“Save for next time”</Trans>],
  ]
  const toggle = (flag: HideFlag, isHidden: boolean) =>
    onChange({ hides: isHidden ? [...choice.hides, flag] : choice.hides.filter((each) => each !== flag) })
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[13px] font-semibold text-muted">
        <Trans>Hide</Trans>
      </legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {words.map(([flag, word]) => (
          <Tick key={flag} checked={choice.hides.includes(flag)} onChange={(isHidden) => toggle(flag, isHidden)}>
            {word}
          </Tick>
        ))}
      </div>
    </fieldset>
  )
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

function Tick({ checked, onChange, children }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--brand)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}

function Snippet({ text }: { text: string }) {
  const { state, copy } = useCopy(text)
  return (
    <section className="hero rounded-card p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>
          <Trans>For your page</Trans>
        </h2>
        <button
          type="button"
          onClick={copy}
          className="flex min-h-11 items-center gap-2 rounded-full bg-sunken px-4 text-[14px] font-semibold text-text"
        >
          {state === 'copied' ? <Check size={16} /> : <Copy size={16} />}
          <span aria-live="polite">{state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
        </button>
      </div>
      <pre data-snippet className="font-mono text-[13px] leading-relaxed text-muted whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </section>
  )
}
