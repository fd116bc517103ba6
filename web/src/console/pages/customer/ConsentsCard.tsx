import { Trans, useLingui } from '@lingui/react/macro'
import type { Customer } from '../../api/queries'
import { Card } from '../../parts/Card'
import { whenText } from '../../parts/when'

/** The accepted versions of the terms, with dates. */
export function ConsentsCard({ consents }: Pick<Customer, 'consents'>) {
  const { i18n } = useLingui()
  return (
    <Card title={<Trans>Terms</Trans>}>
      <ul className="grid gap-3">
        {consents.length === 0 ? (
          <li className="text-muted">
            <Trans>None accepted</Trans>
          </li>
        ) : null}
        {consents.map(({ version, title, accepted_at: at }) => (
          <li key={version}>
            <p>
              <Trans>
                {title}, version {version}
              </Trans>
            </p>
            <p className="text-[13px] text-muted">
              <Trans>Accepted {whenText(at, i18n.locale)}</Trans>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
