module hokm

go 1.21
