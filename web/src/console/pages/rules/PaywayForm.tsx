import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { PaywayRule } from '../../api/rules'
import { EditForm } from './EditButton'
import { FeeFields } from './FeeFields'
import { isPayway, paywayOf, paywayTextsOf } from './payways'

type PaywayFormProps = { rule: PaywayRule; onApply: (rule: PaywayRule) => void; onClose: () => void }

/** Edits the fees of the directions that are on. */
export function PaywayForm({ rule, onApply, onClose }: PaywayFormProps) {
  const [texts, setTexts] = useState(() => paywayTextsOf(rule))
  const { fee_in, fee_out } = rule
  return (
    <EditForm isRight={isPayway(rule, texts)} onApply={() => onApply(paywayOf(rule, texts))} onClose={onClose}>
      {(isChecked) => (
        <>
          {fee_in ? (
            <Part title={<Trans>Fee on payments</Trans>}>
              <FeeFields
                currency={fee_in.currency}
                texts={texts.fee_in}
                onChange={(fee) => setTexts({ ...texts, fee_in: fee })}
                isChecked={isChecked}
              />
            </Part>
          ) : null}
          {fee_out ? (
            <Part title={<Trans>Fee on payouts</Trans>}>
              <FeeFields
                currency={fee_out.currency}
                texts={texts.fee_out}
                onChange={(fee) => setTexts({ ...texts, fee_out: fee })}
                isChecked={isChecked}
              />
            </Part>
          ) : null}
        </>
      )}
    </EditForm>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
