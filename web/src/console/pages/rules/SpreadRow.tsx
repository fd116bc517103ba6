import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Cell, Row } from '../../parts/Sheet'
import { AmountField } from '../../parts/AmountField'
import { isAmount, isSpread } from '../../parts/amounts'
import { EditButton, EditForm } from './EditButton'
import { percentText } from './feeText'
import { RuleName } from './RuleName'

type SpreadRowProps = { spread: string; was: string; onChange: ((spread: string) => void) | undefined }

/** The spread, in percent of the market rate. */
export function SpreadRow({ spread, was, onChange }: SpreadRowProps) {
  const { t, i18n } = useLingui()
  const name = t`Spread`
  return (
    <Row>
      <Cell side="left">
        <RuleName was={was} now={spread}>
          {name}
        </RuleName>
      </Cell>
      <Cell side="left">{percentText(spread, i18n.locale)}</Cell>
      {onChange ? (
        <Cell side="right" end>
          <EditButton name={name}>
            {(close) => <SpreadForm spread={spread} onApply={onChange} onClose={close} />}
          </EditButton>
        </Cell>
      ) : null}
    </Row>
  )
}

type SpreadFormProps = { spread: string; onApply: (spread: string) => void; onClose: () => void }

function SpreadForm({ spread, onApply, onClose }: SpreadFormProps) {
  const { t } = useLingui()
  const [text, setText] = useState(spread)
  return (
    <EditForm isRight={isSpread(text)} onApply={() => onApply(text)} onClose={onClose}>
      {(isChecked) => (
        <>
          <AmountField
            label={t`Percent`}
            value={text}
            onChange={setText}
            isChecked={isChecked}
            error={isChecked && isAmount(text) && !isSpread(text) ? t`The spread is between 0 and 1 %` : undefined}
          />
          <p className="text-[13px] text-muted">
            <Trans>The spread is taken off the market rate. Customers see it in every price.</Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}
