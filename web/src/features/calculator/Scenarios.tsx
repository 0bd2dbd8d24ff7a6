import { useLazyCompareScenariosQuery } from '../../api/calculations.ts'
import type { CalculationRequest, ScenarioRead } from '../../api/wire/calculator.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { formatChangeRange, formatSumByPower } from '../../shared/sumByPower.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { Button } from '../../ui/Button.tsx'
import { createFigureColumn, Table } from '../../ui/Table.tsx'

const columns = [
  { id: 'title', title: texts.variant, cell: (row: ScenarioRead) => row.title },
  createFigureColumn('customs', texts.customs, ({ result, powerRange }: ScenarioRead) =>
    formatSumByPower({ ...result, powerRange }, 'totalCustoms'),
  ),
  createFigureColumn('difference', texts.difference, (row: ScenarioRead) =>
    formatChangeRange(row.difference, row.differenceAtMostPower),
  ),
]

/** The same car in other import scenarios, in one request. */
export function Scenarios({ request }: { request: CalculationRequest }) {
  const [compare, { data, error, isFetching }] = useLazyCompareScenariosQuery()
  return (
    <div className="no-print">
      {data ? (
        <Table
          label={texts.comparison}
          columns={columns}
          rows={data.scenarios}
          rowId={(row) => row.id}
        />
      ) : (
        <Button
          variant="text"
          onClick={() => compare(request)}
          pendingLabel={isFetching && texts.comparing}
        >
          {texts.compare}
        </Button>
      )}
      {!isFetching && <ActionError error={error} fallback={texts.compareFailed} />}
    </div>
  )
}
