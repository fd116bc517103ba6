import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../../../ui/Card'
import { TEST_VALUES } from './testValues'

/** The values that mean something in a sandbox. */
export function TestValues() {
  const { i18n } = useLingui()
  return (
    <Card title={<Trans>Test values</Trans>}>
      {TEST_VALUES.map(({ name, values }) => (
        <section key={name.id} className="mt-4 first-of-type:mt-0">
          <h3 className="mb-1.5 text-[14px] font-semibold">{i18n._(name)}</h3>
          <dl className="grid gap-1.5 text-[13px]">
            {values.map(([value, effect]) => (
              <div key={value} className="flex flex-wrap justify-between gap-x-3">
                <dt className="font-mono wrap-anywhere">{value}</dt>
                <dd className="ml-auto text-right text-muted">{i18n._(effect)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Card>
  )
}
