import { adminDatabase } from '#dashboard/lib/admin-database.ts';
import { pictureBucket } from './picture-storage.ts';

/**
 * Deletes files of pictures that no product has used for 30 days, or that were uploaded and never saved. Not awaited:
 * what fails is deleted after the next change.
 */
export async function deleteUnusedPictures(): Promise<void> {
  try {
    const database = await adminDatabase();
    const { data } = await database.rpc('unused_pictures');
    if (data && data.length > 0) await database.storage.from(pictureBucket).remove(data);
  } catch {
    // There was no connection.
  }
}
