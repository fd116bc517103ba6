import { Trans, useLingui } from '@lingui/react/macro'
import { Facts } from './Facts'

/** Which connection is switched on or off, with its settings as they are used, and what answered at its test. */
export function ConnectionToSwitch({ deed }: { deed: Record<string, unknown> }) {
  const { t } = useLingui()
  const settings = Object.entries((deed.settings ?? {}) as Record<string, string>)
  const names: Record<string, string> = {
    holder: t`Account holder`,
    bic: 'BIC',
    url: t`Address`,
    profile: t`Profile`,
    currencies: t`Currencies`,
  }
  const mono = (text: string) => <span className="font-mono text-[13px]">{text}</span>
  const facts = [
    { name: t`Connection`, value: deed.rail === 'bank' ? t`Bank` : t`Cards` },
    { name: t`Switch`, value: deed.is_on === true ? t`On` : t`Off` },
    ...settings.map(([name, value]) => ({ name: names[name] ?? name, value: mono(value) })),
  ]
  return (
    <div className="grid gap-3">
      <Facts facts={facts} />
      {typeof deed.tested === 'string' ? (
        <p className="text-[14px] text-muted">
          <Trans>Its test: {deed.tested}</Trans>
        </p>
      ) : null}
    </div>
  )
}
