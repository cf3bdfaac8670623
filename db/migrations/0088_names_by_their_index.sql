-- Both indexes began with the same column, so before a table was first analysed the planner took the one of lists to find
-- a file by its name, and read every name of the bucket: each upload of a young shop cost more than the one before. With
-- its own collation on both columns only what asks in that collation, which is lists, can use it.
drop index storage.objects_folder;
create index objects_folder on storage.objects (bucket_id collate "C", name collate "C");
