import { useEffect, useState } from 'react'
import { signOutRequested } from '../../api/sessionActions.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { remove, storageKeys } from '../../platform/storage.ts'
import { debug } from '../../shared/texts/debug.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { readStorage, type StoredItem } from './secrets.ts'

const texts = debug.storage

const columns: Column<StoredItem>[] = [
  { id: 'key', title: texts.key, cell: ({ key }) => <span className="code">{key}</span> },
  {
    id: 'value',
    title: texts.value,
    cell: ({ value }) => value ?? <span className="mute">{texts.hidden}</span>,
  },
  {
    id: 'size',
    title: texts.size,
    align: 'right',
    num: true,
    cell: ({ size }) => formatNumber(size),
  },
]

type CacheSummary = { name: string; files: number }

async function summarizeCache(name: string): Promise<CacheSummary> {
  const cache = await caches.open(name)
  const files = await cache.keys()
  return { name, files: files.length }
}

async function listCaches(): Promise<CacheSummary[]> {
  if (!('caches' in window)) return []
  const names = await caches.keys()
  return Promise.all(names.map(summarizeCache))
}

function listStoredItems(): StoredItem[] {
  return [...readStorage(localStorage), ...readStorage(sessionStorage)]
}

export function StorageSection() {
  const dispatch = useAppDispatch()
  const [storedItems, setStoredItems] = useState<StoredItem[]>([])
  const [storedCaches, setStoredCaches] = useState<CacheSummary[]>([])
  const [message, setMessage] = useState<string | null>(null)

  async function refresh() {
    setStoredItems(listStoredItems())
    setStoredCaches(await listCaches())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the page opens, then after each action.
  useEffect(() => {
    void refresh()
  }, [])

  async function showCleared() {
    await refresh()
    setMessage(texts.cleared)
  }

  return (
    <>
      {storedItems.length === 0 ? (
        <p className="s ink2">{texts.empty}</p>
      ) : (
        <Table
          dense
          label={texts.kept}
          columns={columns}
          rows={storedItems}
          rowId={(row) => row.key}
        />
      )}
      <h3>{texts.caches}</h3>
      {storedCaches.length === 0 ? (
        <p className="s ink2">{texts.cacheEmpty}</p>
      ) : (
        <ul className="s">
          {storedCaches.map(({ name, files }) => (
            <li key={name}>
              <span className="code">{name}</span>, {texts.cacheCount(files)}
            </li>
          ))}
        </ul>
      )}
      <div className="btns">
        <Button
          variant="line"
          small
          title={texts.clearHint}
          onClick={() => {
            remove(storageKeys.theme)
            sessionStorage.clear()
            void showCleared()
          }}
        >
          {texts.clear}
        </Button>
        <Button
          variant="line"
          small
          disabled={storedCaches.length === 0}
          onClick={async () => {
            for (const { name } of storedCaches) await caches.delete(name)
            await showCleared()
          }}
        >
          {texts.clearCaches}
        </Button>
        <Button
          variant="danger"
          small
          title={texts.clearSessionHint}
          onClick={() => dispatch(signOutRequested())}
        >
          {texts.clearSession}
        </Button>
        <span role="status" className="s ink2">
          {message}
        </span>
      </div>
    </>
  )
}
