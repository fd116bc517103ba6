import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { RuleFee } from '../../api/rules'
import { EditForm } from './EditButton'
import { FeeFields } from './FeeFields'
import { feeOf, isFee, textsOf } from './fees'

type FeeFormProps = { fee: RuleFee; onApply: (fee: RuleFee) => void; onClose: () => void }

/** Edits a fee of the tenant. */
export function FeeForm({ fee, onApply, onClose }: FeeFormProps) {
  const [texts, setTexts] = useState(() => textsOf(fee))
  return (
    <EditForm isRight={isFee(texts)} onApply={() => onApply(feeOf(fee.currency, texts))} onClose={onClose}>
      {(isChecked) => (
        <>
          <FeeFields hasBounds currency={fee.currency} texts={texts} onChange={setTexts} isChecked={isChecked} />
          <p className="text-[13px] text-muted">
            <Trans>An empty minimum or maximum means that there is none.</Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}
