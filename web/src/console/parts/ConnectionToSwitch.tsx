import { Trans, useLingui } from '@lingui/react/macro'
import { Facts } from './Facts'

/** Which connection is switched on or off, with its settings as they are used, and what answered at its test. */
export function ConnectionToSwitch({ action }: { action: Record<string, unknown> }) {
  const { t } = useLingui()
  const settings = Object.entries((action.settings ?? {}) as Record<string, string>)
  const names: Record<string, string> = {
    holder: t`Account holder`,
    bic: 'BIC',
    url: t`Address`,
    profile: t`Profile`,
    currencies: t`Currencies`,
  }
  const mono = (text: string) => <span className="font-mono text-[13px]">{text}</span>
  const facts = [
    { name: t`Connection`, value: action.rail === 'bank' ? t`Bank` : t`Cards` },
    { name: t`Switch`, value: action.is_on === true ? t`On` : t`Off` },
    ...settings.map(([name, value]) => ({ name: names[name] ?? name, value: mono(value) })),
  ]
  return (
    <div className="grid gap-3">
      <Facts facts={facts} />
      {typeof action.tested === 'string' ? (
        <p className="text-[14px] text-muted">
          <Trans>Its test: {action.tested}</Trans>
        </p>
      ) : null}
    </div>
  )
}
